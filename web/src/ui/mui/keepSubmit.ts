import type { FormEvent } from 'react'

/**
 * React lets events rise from a portal to the component that rendered it: without this, a form in a dialog would also
 * submit the form that the dialog was opened from.
 */
export const keepSubmit = (event: FormEvent): void => event.stopPropagation()
