import { z } from 'zod'

const speechStates = ['Available', 'Reduced', 'NotConfigured'] as const

/** Whether the server can do something of speech. */
export const SpeechCapability = z.object({
  state: z.enum(speechStates),
  /**
   * What would have to change for more: `deployment` if none is chosen, `redaction` if providers get no personal data,
   * `approval` if only approved deployments are used, the name of a setting, or what isn’t installed.
   */
  missing: z.array(z.string()),
})
