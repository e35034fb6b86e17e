/** Focuses the composer. */
export function focusComposer(): void {
  document.querySelector<HTMLTextAreaElement>('textarea[data-composer]')?.focus({ preventScroll: true })
}
