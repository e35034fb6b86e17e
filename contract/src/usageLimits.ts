import { z } from 'zod'
import { limits } from './limits.ts'

/** An amount per day or month (UTC): messages, tokens, or money in US dollars. */
export const UsageLimit = z.strictObject({
  kind: z.enum(['Messages', 'Tokens', 'Money']),
  per: z.enum(['Day', 'Month']),
  amount: z.number().positive().max(1_000_000_000),
  counted: z.enum(['EachPerson', 'Pool']),
})

const keyOf = ({ kind, per, counted }: z.output<typeof UsageLimit>) => `${kind} ${per} ${counted}`

/** The limits of a policy, an agent or the instance, as entered. An empty list means unlimited. */
export const UsageLimits = z
  .array(UsageLimit)
  .max(limits.limitsPerPolicy)
  .superRefine((given, context) => {
    const keys = given.map(keyOf)
    given.forEach(({ kind, amount }, index) => {
      const refuse = (path: (string | number)[], message: string) =>
        context.addIssue({ code: 'custom', path, message })
      if (keys.indexOf(keys[index] ?? '') < index)
        refuse([index], 'A limit of this kind already exists. Remove one of them.')
      if (kind === 'Money' && !hasDecimals(amount, 2))
        refuse([index, 'amount'], 'Enter an amount in US dollars with at most two decimals.')
    })
  })

/** Returns whether a number has at most this many decimals. */
export const hasDecimals = (value: number, most: number): boolean => Number(value.toFixed(most)) === value
