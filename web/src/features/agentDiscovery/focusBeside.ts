/** Before a row of the sidebar goes: the focus that is in it goes to the next one, else the one before, else the tab. */
export function focusBeside(inside: HTMLElement): void {
  const row = inside.closest('li')
  const beside = row?.nextElementSibling ?? row?.previousElementSibling
  const target =
    beside?.querySelector<HTMLElement>('a') ??
    document.querySelector<HTMLElement>('.agents-tabs [aria-selected=true]')
  target?.focus({ preventScroll: true })
}
