import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { startLanguage } from "./i18n/index.svelte";
import { startOffline } from "./offline";

await startLanguage();
mount(App, { target: document.getElementById("app")! });
void startOffline();
