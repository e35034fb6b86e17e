/** Focuses the first field that is shown as invalid, once what was just checked is rendered. */
export function focusInvalid(place: () => ParentNode | null): void {
  setTimeout(() => {
    place()?.querySelector<HTMLElement>(':is(input, textarea, select)[aria-invalid="true"]')?.focus()
  })
}
