/** Whether the person is writing somewhere else than in the panel, such as the next question. */
export function isWritingElsewhere(): boolean {
  const { activeElement } = document
  const isField = activeElement?.matches('textarea, input, [contenteditable="true"]') ?? false
  return isField && !activeElement?.closest('.canvas-panel')
}
