import { z } from 'zod'
import { limits } from './limits.ts'

/** The name of a public page in its address: `/public-chat/{gptPublicEndpoint}`. */
export const GptPublicEndpoint = z
  .string()
  .regex(
    new RegExp(`^(?=.{${limits.publicSlug.min},${limits.publicSlug.max}}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$`),
    `Use only a to z, 0 to 9, and hyphens in between, ${limits.publicSlug.min} to ${limits.publicSlug.max} characters.`,
  )
