/** Arrow keys move through the rows of a list, which are links with the class `it`. */
export function moveFocus(event: React.KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step || event.altKey) return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('a.it')]
  const at = rows.indexOf(document.activeElement as HTMLElement)
  const next = rows[at + step]
  if (at < 0 || !next) return
  event.preventDefault()
  next.focus()
}
