/**
 * The login card of the design, for pages without a script: the tokens are those of the default brand. The font is the
 * client's own file; where no client is served, the next one of the list takes its place.
 */
export const style = `
@font-face{font-family:"Bricolage Grotesque";src:url(/assets/bricolage-grotesque-5.woff2) format("woff2");font-weight:200 800;font-display:swap}
:root{--main:#6A3DE0;--dark:#4A23AF;--darker:#24105E;--light:#B7A0F5;--second:#D1337F;--second-light:#F299C4;
--text:#1C1829;--text-2:#554F65;--text-3:#696278;--line:#8E8A98;--error:#982A0B;--error-bg:#FEE8E1;--info-bg:#EFEAFD;
--ui:-apple-system,"Segoe UI Variable Text",Inter,"Segoe UI",system-ui,Roboto,"IBM Plex Sans Arabic","Noto Sans Arabic",sans-serif;
--bg:#fff;--field:#fff;--focus:var(--main);--note:var(--dark);
color-scheme:light}
[data-theme=dark]{--text:#ECE9F4;--text-2:#ADA6BD;--text-3:#9891A8;--line:#76708A;--bg:#18181F;--field:#121218;
--error:#F7A58C;--error-bg:#3D1F18;--info-bg:#2B2440;--note:#CDBDF8;--focus:var(--light);color-scheme:dark}
*{box-sizing:border-box;margin:0}
html,body{min-block-size:100%}
body{font:400 14px/20px var(--ui);color:var(--text);background:var(--darker);-webkit-font-smoothing:antialiased}
.splash{position:fixed;inset:0;inline-size:100%;block-size:100%}
.main{fill:var(--main)}.dark{fill:var(--dark)}.light{fill:var(--light)}.second{fill:var(--second)}
.secondLight{fill:var(--second-light)}.mainLight{fill:#8060E8}.darkest{fill:#34187C}
main{position:relative;min-block-size:100vh;min-block-size:100dvh;display:grid;place-items:center;padding:20px}
section{background:var(--bg);inline-size:100%;max-inline-size:416px;border-radius:20px;border-end-end-radius:6px;
padding:clamp(24px,6vw,40px) clamp(22px,6vw,40px) 26px;
box-shadow:0 16px 40px -8px rgb(36 16 94/.18),0 4px 12px -4px rgb(36 16 94/.08)}
.logo{display:block;margin-block-end:28px}
h1{font:600 32px/40px "Bricolage Grotesque",var(--ui);letter-spacing:-.015em;text-wrap:balance}
html[dir=rtl] h1{letter-spacing:0}
.lead{font-size:15px;line-height:24px;color:var(--text-2);margin-block:8px 24px}
form{display:grid;gap:16px}
.field{display:grid;gap:6px}
label{font-weight:550;font-size:13px;line-height:20px}
input{font:inherit;color:inherit;inline-size:100%;min-block-size:44px;padding:7px 12px;border:1px solid var(--line);
border-radius:8px;background:var(--field);font-size:16px;line-height:22px}
button{font:inherit;font-weight:550;font-size:15px;color:#fff;border:0;cursor:pointer;inline-size:100%;block-size:44px;
border-radius:8px;margin-block-start:8px;
background:linear-gradient(105deg,var(--dark),var(--main) 52%,color-mix(in oklab,var(--main) 55%,var(--second)));
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
