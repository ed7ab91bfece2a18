<<<<<<< HEAD:src/caserne/server/static/assets/theme.svelte-DlWqy2kD.js
<<<<<<<< HEAD:src/caserne/server/static/assets/theme.svelte-DCWmj6S8.js
import{gt as e,h as t,ht as n,mt as r,nt as i,ot as a}from"./index.svelte-Cco2ebX5.js";var o=matchMedia(`(prefers-color-scheme: dark)`),s=e(r(o.matches));o.addEventListener(`change`,()=>n(s,o.matches,!0));function c(){return t.theme===`system`?i(s):t.theme===`dark`}function l(){a(()=>void document.documentElement.classList.toggle(`night`,c()))}export{c as n,l as t};
========
import{gt as e,h as t,ht as n,mt as r,nt as i,ot as a}from"./index.svelte-BQ6H22Rl.js";var o=matchMedia(`(prefers-color-scheme: dark)`),s=e(r(o.matches));o.addEventListener(`change`,()=>n(s,o.matches,!0));function c(){return t.theme===`system`?i(s):t.theme===`dark`}function l(){a(()=>void document.documentElement.classList.toggle(`night`,c()))}export{c as n,l as t};
>>>>>>>> a344f8d (Sell the games on the home page: a sentence, a living picture, a task for today, a guided start):src/caserne/server/static/assets/theme.svelte-DlWqy2kD.js
=======
import{gt as e,h as t,ht as n,mt as r,nt as i,ot as a}from"./index.svelte-DYmo_l1b.js";var o=matchMedia(`(prefers-color-scheme: dark)`),s=e(r(o.matches));o.addEventListener(`change`,()=>n(s,o.matches,!0));function c(){return t.theme===`system`?i(s):t.theme===`dark`}function l(){a(()=>void document.documentElement.classList.toggle(`night`,c()))}export{c as n,l as t};
>>>>>>> 1dae19e (Test lessons, drawings and the task of the day in the browser and over HTTP):src/caserne/server/static/assets/theme.svelte-Ci0yCxeZ.js
