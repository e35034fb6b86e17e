import { z } from 'zod'
import { id } from './endpoint.ts'
import { limits } from './limits.ts'

/** `Edit` includes changing its drafts. */
export const ShareRight = z.enum(['Use', 'Edit'])

/** A person or a directory group. */
export const AgentShare = z.object({
  userId: id.nullable(),
  groupId: z.string().nullable(),
  right: ShareRight,
  /**
   * The name of the person, or of a group in the embedded directory. Of other groups, the server knows only the
   * ID.
   */
  name: z.string().nullable(),
})
/** A library linked to a shared agent, and whether the people it is shared with get answers from it, too. */
export const SharedLibrary = z.object({
  dataSourceId: id,
  /** Null if someone else linked the library and the owner can't see it. */
  name: z.string().nullable(),
  mayBeSharedOnward: z.boolean(),
})
/** The people and groups that an agent is shared with, and the libraries it gives them access to. */
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
