/**
 * Styles of the sign-in card, which needs no script and uses the variables of the brand's theme. The font is
 * the client's own file. If no client is served, the next font in the list applies.
 */
export const style = `
@font-face{font-family:"Bricolage Grotesque";src:url(/assets/bricolage-grotesque-5.woff2) format("woff2");font-weight:200 800;font-display:swap}
:root{--main:var(--p-main);--dark:var(--p-dark);--darker:var(--login-bg);--light:var(--p-light);--second:var(--s-main);
--second-light:var(--s-light);--error:var(--e-tx);--error-bg:var(--e-bg);--info-bg:var(--accent-bg);--note:var(--accent-text);
--field:var(--bg);--focus:var(--focus-color);
--ui:-apple-system,"Segoe UI Variable Text",Inter,"Segoe UI",system-ui,Roboto,"IBM Plex Sans Arabic","Noto Sans Arabic",sans-serif}
*{box-sizing:border-box;margin:0}
html,body{min-block-size:100%}
body{font:400 14px/20px var(--ui);color:var(--text);background:var(--darker);-webkit-font-smoothing:antialiased}
.splash{position:fixed;inset:0;inline-size:100%;block-size:100%;object-fit:cover}
.splash path{display:var(--login-shapes)}
.main{fill:var(--main)}.dark{fill:var(--dark)}.light{fill:var(--light)}.second{fill:var(--second)}
.secondLight{fill:var(--second-light)}.mainLight{fill:color-mix(in oklab,var(--p-main) 70%,var(--p-light))}
.darkest{fill:color-mix(in oklab,var(--p-darker) 55%,var(--p-dark))}
main{position:relative;min-block-size:100vh;min-block-size:100dvh;display:grid;place-items:center;padding:20px}
@media (min-width:900px){main[data-alignment=Left]{justify-items:start;padding-inline:clamp(20px,8vw,140px)}
main[data-alignment=Right]{justify-items:end;padding-inline:clamp(20px,8vw,140px)}}
section{background:var(--bg);inline-size:100%;max-inline-size:416px;border-radius:20px;border-end-end-radius:6px;
padding:clamp(24px,6vw,40px) clamp(22px,6vw,40px) 26px;
box-shadow:var(--sh-3)}
.logo{display:block;margin-block-end:28px}
img.logo{block-size:52px;max-inline-size:100%;object-fit:contain;object-position:0}
html[dir=rtl] img.logo{object-position:100%}
h1{font:600 32px/40px "Bricolage Grotesque",var(--ui);letter-spacing:-.015em;text-wrap:balance}
html[dir=rtl] h1{letter-spacing:0}
.lead{font-size:15px;line-height:24px;color:var(--text-2);margin-block:8px 24px}
form{display:grid;gap:16px}
.field{display:grid;gap:6px}.field[hidden]{display:none}
.hint{font-size:13px;line-height:20px;color:var(--text-2)}
label{font-weight:550;font-size:13px;line-height:20px}
input{font:inherit;color:inherit;inline-size:100%;min-block-size:44px;padding:7px 12px;border:1px solid var(--line-strong);
border-radius:8px;background:var(--field);font-size:16px;line-height:22px}
button{font:inherit;font-weight:550;font-size:15px;color:var(--p-on);border:0;cursor:pointer;inline-size:100%;block-size:44px;
border-radius:8px;margin-block-start:8px;
background:var(--grad);
box-shadow:inset 0 1px 0 rgb(255 255 255/.16),0 1px 2px rgb(36 16 94/.3)}
:focus-visible{outline:none;box-shadow:0 0 0 2px var(--bg),0 0 0 4px var(--focus)}
.error,.note{padding:10px 12px;border-radius:8px;font-size:13px;line-height:20px}
.error{background:var(--error-bg);color:var(--error)}
.note{background:var(--info-bg);color:var(--note);margin-block-start:20px}
.note b{font-weight:600}
.foot{display:flex;gap:16px;margin-block-start:24px;font-size:12px;line-height:16px;color:var(--text-3)}
.foot a{color:inherit;padding-block:4px}
.foot [aria-current]{font-weight:600;padding-block:4px}
@media (forced-colors:active){button,input,section{border:1px solid}:focus-visible{outline:2px solid}}
`
