import { z } from 'zod'
import { limits } from './limits.ts'

const use = `Use only a to z, 0 to 9, and hyphens in between, ${limits.publicSlug.min} to ${limits.publicSlug.max} characters.`

/** The name of a public page in its address: `/public-chat/{gptPublicEndpoint}`. */
export const GptPublicEndpoint = z
  .string()
  .min(limits.publicSlug.min, use)
  .max(limits.publicSlug.max, use)
  .regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/, use)
