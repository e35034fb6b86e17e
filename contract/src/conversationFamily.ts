import type { z } from 'zod'
import { conversations } from './conversations.ts'
import type { Access, Endpoint, Kind } from './endpoint.ts'

const own = conversations.list.path

/** Where a family of conversations is served, and who can call it. */
export interface Family {
  base: `/api/internal/${string}`
  access: Access
}

/** Adapts an operation on people's own conversations to another family, with its path, access, and parameters. */
export const inFamily =
  <X extends z.ZodRawShape>({ base, access }: Family, named: z.ZodObject<X>) =>
  <P extends z.ZodRawShape, I extends z.ZodObject, R extends z.ZodType, const K extends Kind>(
    declared: Endpoint<z.ZodObject<P>, I, R, K>,
    purpose: string,
  ): Endpoint<z.ZodObject<P & X>, I, R, K> => ({
    ...declared,
    path: declared.path.replace(own, base) as `/api/internal/${string}`,
    access,
    params: declared.params.extend(named.shape) as unknown as z.ZodObject<P & X>,
    purpose,
  })
