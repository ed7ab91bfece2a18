<<<<<<< HEAD:src/caserne/server/static/assets/QrCode-Bh_I-ybR.js
<<<<<<<< HEAD:src/caserne/server/static/assets/QrCode-BeYy72pV.js
import{D as e,Y as t,at as n,bt as r,l as i,q as a,xt as o}from"./index.svelte-Cco2ebX5.js";var s=t(`<img class="svelte-4xt46g"/>`);function c(t,c){o(c,!0);var l=s();n((t,n)=>{e(l,`src`,`data:image/svg+xml,${t??``}`),e(l,`alt`,n),e(l,`width`,c.size),e(l,`height`,c.size)},[()=>encodeURIComponent(c.svg),()=>i(`invite.qr`)]),a(t,l),r()}export{c as t};
========
import{D as e,Y as t,at as n,bt as r,l as i,q as a,xt as o}from"./index.svelte-BQ6H22Rl.js";var s=t(`<img class="svelte-4xt46g"/>`);function c(t,c){o(c,!0);var l=s();n((t,n)=>{e(l,`src`,`data:image/svg+xml,${t??``}`),e(l,`alt`,n),e(l,`width`,c.size),e(l,`height`,c.size)},[()=>encodeURIComponent(c.svg),()=>i(`invite.qr`)]),a(t,l),r()}export{c as t};
>>>>>>>> a344f8d (Sell the games on the home page: a sentence, a living picture, a task for today, a guided start):src/caserne/server/static/assets/QrCode-Bh_I-ybR.js
=======
import{D as e,Y as t,at as n,bt as r,l as i,q as a,xt as o}from"./index.svelte-DYmo_l1b.js";var s=t(`<img class="svelte-4xt46g"/>`);function c(t,c){o(c,!0);var l=s();n((t,n)=>{e(l,`src`,`data:image/svg+xml,${t??``}`),e(l,`alt`,n),e(l,`width`,c.size),e(l,`height`,c.size)},[()=>encodeURIComponent(c.svg),()=>i(`invite.qr`)]),a(t,l),r()}export{c as t};
>>>>>>> 1dae19e (Test lessons, drawings and the task of the day in the browser and over HTTP):src/caserne/server/static/assets/QrCode-viR6Myb9.js
