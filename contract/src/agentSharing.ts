import { z } from 'zod'
import { id } from './endpoint.ts'
import { limits } from './limits.ts'

/** `Edit`: to change its drafts, too. */
export const ShareRight = z.enum(['Use', 'Edit'])

/** With a person or a directory group. */
export const AgentShare = z.object({
  userId: id.nullable(),
  groupId: z.string().nullable(),
  right: ShareRight,
  /** Of the person, or of the group where the embedded directory is asked; else the server knows a group by its id. */
  name: z.string().nullable(),
})
/** A library that an agent answers its owner from, and whether it answers those who receive the agent, too. */
export const SharedLibrary = z.object({
  dataSourceId: id,
  /** Null where the owner may not see the library, which somebody else has linked. */
  name: z.string().nullable(),
  mayBeSharedOnward: z.boolean(),
})
/** With whom an agent is shared, and which libraries that gives. */
export const AgentShares = z.object({
  items: z.array(AgentShare),
  libraries: z.array(SharedLibrary),
  version: z.number().int(),
})
export const sharesInput = z.strictObject({
  items: z
    .array(
      z
        .strictObject({
          userId: id.optional(),
          groupId: z.string().min(1).max(100).optional(),
          right: ShareRight,
        })
        .refine(({ userId, groupId }) => (userId === undefined) !== (groupId === undefined), {
          message: 'Specify a person or a group.',
        }),
    )
    .max(limits.mostShares),
})
