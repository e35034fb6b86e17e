import { z } from 'zod'
import { limits } from './limits.ts'

/** What brand keys and parts of host names may be. */
const label = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?'
export const BrandKey = z
  .string()
  .regex(
    new RegExp(`^(?=.{1,${limits.brandKey}}$)${label}$`),
    `Write the key with a to z, 0 to 9 and hyphens between them, at most ${limits.brandKey} characters.`,
  )
  .refine((key) => key !== 'import', 'This key is reserved. Choose another one.')

export const HostName = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    new RegExp(`^(?=.{1,253}$)(?=.*[a-z])(?:(?=[^.]{1,63}(?:\\.|$))${label}(?:\\.|$))+(?<!\\.)$`),
    'Write a host name without address parts, such as chat.example.com.',
  )
