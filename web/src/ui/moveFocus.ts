/**
 * Arrow keys move through the rows of a list, which are links with the class `it`. Left and right move between a row's
 * link and its button.
 */
export function moveFocus(event: React.KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const { activeElement } = document
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a.it')]
  const at = links.findIndex((link) => link === activeElement || link.parentElement?.contains(activeElement))
  const link = links[at]
  if (!link) return
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const aside = event.key === 'ArrowLeft' || event.key === 'ArrowRight'
  const next = step
    ? links[at + step]
    : aside && (link === activeElement ? link.parentElement?.querySelector('button') : link)
  if (!next) return
  event.preventDefault()
  next.focus()
}
