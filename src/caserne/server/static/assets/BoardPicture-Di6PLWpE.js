<<<<<<< HEAD:src/caserne/server/static/assets/BoardPicture-CU2XdDuL.js
<<<<<<<< HEAD:src/caserne/server/static/assets/BoardPicture-CDBqaOMS.js
import{D as e,F as t,P as n,Y as r,at as i,bt as a,ft as o,q as s,v as c,xt as l}from"./index.svelte-Cco2ebX5.js";import{n as u}from"./theme.svelte-DCWmj6S8.js";var d=r(`<div class="svelte-5i9yts"><img alt="" loading="lazy"/></div>`);function f(r,f){l(f,!0);let p=c(f,`whole`,3,!1);var m=d(),h=o(m);i(r=>{n(h,1,t({whole:p()}),`svelte-5i9yts`),e(h,`src`,`${f.picture??``}?dark=${r??``}`)},[()=>u()]),s(r,m),a()}export{f as t};
========
import{D as e,F as t,P as n,Y as r,at as i,bt as a,ft as o,q as s,v as c,xt as l}from"./index.svelte-BQ6H22Rl.js";import{n as u}from"./theme.svelte-DlWqy2kD.js";var d=r(`<div class="svelte-5i9yts"><img alt="" loading="lazy"/></div>`);function f(r,f){l(f,!0);let p=c(f,`whole`,3,!1);var m=d(),h=o(m);i(r=>{n(h,1,t({whole:p()}),`svelte-5i9yts`),e(h,`src`,`${f.picture??``}?dark=${r??``}`)},[()=>u()]),s(r,m),a()}export{f as t};
>>>>>>>> a344f8d (Sell the games on the home page: a sentence, a living picture, a task for today, a guided start):src/caserne/server/static/assets/BoardPicture-CU2XdDuL.js
=======
import{D as e,F as t,P as n,Y as r,at as i,bt as a,ft as o,q as s,v as c,xt as l}from"./index.svelte-DYmo_l1b.js";import{n as u}from"./theme.svelte-Ci0yCxeZ.js";var d=r(`<div class="svelte-5i9yts"><img alt="" loading="lazy"/></div>`);function f(r,f){l(f,!0);let p=c(f,`whole`,3,!1);var m=d(),h=o(m);i(r=>{n(h,1,t({whole:p()}),`svelte-5i9yts`),e(h,`src`,`${f.picture??``}?dark=${r??``}`)},[()=>u()]),s(r,m),a()}export{f as t};
>>>>>>> 1dae19e (Test lessons, drawings and the task of the day in the browser and over HTTP):src/caserne/server/static/assets/BoardPicture-Di6PLWpE.js
