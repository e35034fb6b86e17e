import { z } from 'zod'
import { limits } from './limits.ts'

/** The format of brand keys and parts of host names. */
const label = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?'
export const BrandKey = z
  .string()
  .regex(
    new RegExp(`^(?=.{1,${limits.brandKey}}$)${label}$`),
    `Use only a to z, 0 to 9, and hyphens in between, ${limits.brandKey} characters or fewer.`,
  )
  .refine((key) => key !== 'import', 'This key is reserved. Choose another one.')

const notAName = 'Enter only a host name, such as chat.example.com.'
export const HostName = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    new RegExp(`^(?=.{1,253}$)(?=.*[a-z])(?:(?=[^.]{1,63}(?:\\.|$))${label}(?:\\.|$))+(?<!\\.)$`),
    // A second error about the same name would add nothing.
    { error: notAName, abort: true },
  )
  // Browsers treat a name ending in a number as an IP address, or as invalid.
  .refine((name) => URL.parse(`https://${name}/`)?.host === name, notAName)
