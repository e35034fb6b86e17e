import katex from 'katex'
import 'katex/dist/katex.min.css'

/**
 * Typesets a formula into an element. It can't load or link anything, and endless expansion is cut off. An
 * invalid formula is shown as source. It isn't built from an HTML string, because the content security policy
 * would block its styles.
 */
export function setFormula(text: string, display: boolean, place: HTMLElement): void {
  try {
    katex.render(text, place, {
      displayMode: display,
      // The typesetter's own error display sets a style attribute, which the content security policy blocks.
      throwOnError: true,
      errorColor: 'currentColor',
      trust: false,
      strict: 'ignore',
      maxSize: 20,
      maxExpand: 500,
    })
  } catch (error) {
    if (!(error instanceof katex.ParseError)) throw error
    place.textContent = text
    place.classList.add('katex-error')
  }
}
