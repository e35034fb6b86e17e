/** Puts the cursor where the next question is written. */
export function focusComposer(): void {
  document.querySelector<HTMLTextAreaElement>('textarea[data-composer]')?.focus({ preventScroll: true })
}
