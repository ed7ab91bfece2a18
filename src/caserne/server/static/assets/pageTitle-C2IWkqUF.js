<<<<<<< HEAD:src/caserne/server/static/assets/pageTitle-CtNYAiWt.js
<<<<<<<< HEAD:src/caserne/server/static/assets/pageTitle-WIdkvumD.js
import{n as e}from"./sound-B9CpXiEC.js";var t=`Caserne`;function n(e){t=e?`${e} · Caserne`:`Caserne`,document.title=t}function r(e,n){document.title=e?`● ${n} · ${t}`:t;let r=document.querySelector(`link[rel=icon]`);r&&(r.href=e?`/icon-turn.svg`:`/icon.svg`)}function i(){e(`turn`),document.visibilityState===`hidden`&&navigator.vibrate?.(120)}export{n,r,i as t};
========
import{n as e}from"./sound-IJAd06YB.js";var t=`Caserne`;function n(e){t=e?`${e} · Caserne`:`Caserne`,document.title=t}function r(e,n){document.title=e?`● ${n} · ${t}`:t;let r=document.querySelector(`link[rel=icon]`);r&&(r.href=e?`/icon-turn.svg`:`/icon.svg`)}function i(){e(`turn`),document.visibilityState===`hidden`&&navigator.vibrate?.(120)}export{n,r,i as t};
>>>>>>>> a344f8d (Sell the games on the home page: a sentence, a living picture, a task for today, a guided start):src/caserne/server/static/assets/pageTitle-CtNYAiWt.js
=======
import{n as e}from"./sound-DXYArI5L.js";var t=`Caserne`;function n(e){t=e?`${e} · Caserne`:`Caserne`,document.title=t}function r(e,n){document.title=e?`● ${n} · ${t}`:t;let r=document.querySelector(`link[rel=icon]`);r&&(r.href=e?`/icon-turn.svg`:`/icon.svg`)}function i(){e(`turn`),document.visibilityState===`hidden`&&navigator.vibrate?.(120)}export{n,r,i as t};
>>>>>>> 1dae19e (Test lessons, drawings and the task of the day in the browser and over HTTP):src/caserne/server/static/assets/pageTitle-C2IWkqUF.js
