import { svelte } from "@sveltejs/vite-plugin-svelte";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const server = process.env.CASERNE_SERVER ?? "http://127.0.0.1:8000";

const WORKER = "sw.js";

/** Tells the service worker which files this build has, and gives it a name that changes with any of them. */
function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const worker = bundle[WORKER];
      if (worker?.type !== "chunk") return;
      const built = Object.keys(bundle).filter((name) => name !== WORKER && !name.endsWith(".html"));
      const given = readdirSync("public");
      const hash = createHash("sha256");
      for (const name of built.toSorted()) hash.update(name);
      for (const name of given.toSorted()) hash.update(readFileSync(`public/${name}`));
      const files = ["/", ...[...built, ...given].toSorted().map((name) => `/${name}`)];
      worker.code = worker.code
        .replaceAll("BUILT_FILES", JSON.stringify(files))
        .replaceAll("BUILT_NAME", JSON.stringify(hash.digest("hex").slice(0, 12)));
    },
  };
}

export default defineConfig({
  plugins: [svelte(), serviceWorker()],
  build: {
    rollupOptions: {
      input: { index: "index.html", worker: "src/offline/worker.ts" },
      output: { entryFileNames: (chunk) => (chunk.name === "worker" ? WORKER : "assets/[name]-[hash].js") },
    },
    outDir: "../src/caserne/server/static",
    emptyOutDir: true,
    target: "es2023",
    // Fonts stay files of their own, so that pages can be cached without them.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["tests/**/*.test.ts"] },
});
