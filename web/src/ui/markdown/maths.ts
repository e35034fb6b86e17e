import katex from 'katex'
import 'katex/dist/katex.min.css'

/**
 * Sets a formula into an element. Nothing in it may load or link anything, and what grows without end is cut off;
 * a formula with a fault is shown as it was written. No HTML is made of text: the content policy would block its styles.
 */
export function setFormula(text: string, display: boolean, place: HTMLElement): void {
  try {
    katex.render(text, place, {
      displayMode: display,
      // The setter's own showing of faults sets a style attribute, which the content policy blocks.
      throwOnError: true,
      errorColor: 'currentColor',
      trust: false,
      strict: 'ignore',
      maxSize: 20,
      maxExpand: 500,
    })
  } catch (fault) {
    if (!(fault instanceof katex.ParseError)) throw fault
    place.textContent = text
    place.classList.add('katex-error')
  }
}
