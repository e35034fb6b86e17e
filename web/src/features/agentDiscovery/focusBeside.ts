/** Call before a sidebar row is removed. Moves its focus to the next row, the previous row, or the tab. */
export function focusBeside(inside: HTMLElement): void {
  const row = inside.closest('li')
  const beside = row?.nextElementSibling ?? row?.previousElementSibling
  const target =
    beside?.querySelector<HTMLElement>('a') ??
    document.querySelector<HTMLElement>('.agents-tabs [aria-selected=true]')
  target?.focus({ preventScroll: true })
}
