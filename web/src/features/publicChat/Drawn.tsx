/** What the server has drawn into the page, which a first render would remove. */
const drawn = [...document.querySelectorAll('#root > .boot > *')]

/** Shows what the server has drawn, until the program has more. */
export function Drawn() {
  return <div className="boot" aria-hidden="true" ref={(place) => place?.replaceChildren(...drawn)} />
}
