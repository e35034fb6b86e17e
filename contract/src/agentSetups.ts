import { z } from 'zod'
import { AgentDescription, AgentName, NamedDeployment } from './agentConfiguration.ts'
import { BrandKey } from './brandKey.ts'
import { endpoint, id, text, timestamp } from './endpoint.ts'
import { limits } from './limits.ts'
import { publicLanguages } from './publicEndpoints.ts'
import { GptPublicEndpoint } from './publicSlug.ts'

/** The address of a page on a website. The host is checked when the page is read, with each redirect again. */
const SiteUrl = z
  .url({ protocol: /^https?$/, message: 'Enter a web address such as https://www.example.com.' })
  .max(limits.siteUrl)
  .refine((value) => {
    const url = URL.canParse(value) ? new URL(value) : null
    return !url || (url.username === '' && url.password === '')
  }, 'Enter a web address without a username and password.')

/**
 * Why a page of a website isn’t in the library. `Refused`: the server doesn’t connect to this host. `OtherSite`: the
 * page redirects to another site. `Limit`: the limits on pages, bytes, or time were reached first.
 */
export const pageProblems = [
  'Robots',
  'Refused',
  'OtherSite',
  'Unreachable',
  'TimedOut',
  'Status',
  'Kind',
  'TooLarge',
  'Limit',
] as const
export const PageProblem = z.enum(pageProblems)

/**
 * `Uploading`: the browser adds the files. `Reading`: the server reads the website. `Indexing`: the files become
 * searchable, and then the starters are written.
 */
export const setupPhases = ['Uploading', 'Reading', 'Indexing', 'Done', 'Failed'] as const

/** The guided setup of an agent from a website or files: what exists so far, and how far it is. */
export const AgentSetup = z.object({
  setupId: id,
  source: z.enum(['Site', 'Files']),
  url: z.string().nullable(),
  name: z.string(),
  phase: z.enum(setupPhases),
  /** Why no page of the website could be read. */
  failure: PageProblem.or(z.literal('Internal')).nullable(),
  gptSystemId: id,
  /** The agent’s first draft. */
  configStateId: id,
  dataSourceId: id,
  libraryName: z.string(),
  /** The name of the public page that was prepared and is turned off. Null if there is none. */
  gptPublicEndpoint: z.string().nullable(),
  /** Of the website: pages to read, read, and skipped. */
  pages: z.object({ found: z.number().int(), read: z.number().int(), skipped: z.number().int() }),
  /** The skipped pages, and those left out because of the limits only as a number. */
  skipped: z.array(z.object({ url: z.string(), problem: PageProblem, status: z.number().int().nullable() })),
  beyondLimit: z.number().int(),
  /** Of the library. */
  files: z.number().int(),
  filesReady: z.number().int(),
  filesFailed: z.number().int(),
  /** How many files were chosen. Null for a website. */
  filesChosen: z.number().int().nullable(),
  /** How many starter questions were written. */
  starters: z.number().int(),
  createdAt: timestamp,
  finishedAt: timestamp.nullable(),
})

const base = '/api/internal/gptSystems/system/setups' as const
const one = z.strictObject({ setupId: id })
/** Creating a library also needs DataSourcesCreate, which the handler checks. */
const access = ['GptSystemsCreate'] as const

export const agentSetups = {
  lookAtSite: endpoint({
    method: 'POST',
    path: `${base}/look`,
    access,
    rate: 'model',
    audit: 'none',
    idempotency: 'none',
    input: z.strictObject({ url: SiteUrl }),
    response: z.object({
      /** The address after redirects. */
      url: z.string(),
      title: z.string(),
      /** Why the page can’t be read. Null if it can. */
      problem: PageProblem.nullable(),
      status: z.number().int().nullable(),
    }),
    purpose: 'Reads the title of a web page, to suggest an agent’s name. Stores nothing.',
  }),
  createSetup: endpoint({
    method: 'POST',
    path: base,
    access,
    rate: 'write',
    audit: 'gptSystem.create',
    idempotency: 'optional',
    input: z.strictObject({
      source: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('Site'), url: SiteUrl }),
        z.strictObject({ kind: z.literal('Files'), files: z.number().int().min(0).max(100_000) }),
      ]),
      name: AgentName,
      description: AgentDescription.optional(),
      introduction: text(0, limits.introduction).optional(),
      systemPrompt: text(0, limits.systemPrompt).optional(),
      brandKey: BrandKey.nullable().optional(),
      /** Null for the built-in engine. If absent, the default of a new agent. */
      deployment: NamedDeployment.nullable().optional(),
      /** The language of the starters and of the public page. */
      language: z.enum(publicLanguages),
      /** The suggested name of the public page. A free one that begins with it is used. */
      slug: GptPublicEndpoint.optional(),
    }),
    response: AgentSetup,
    purpose:
      'Creates a library, an agent draft that answers from it, and a public page that is turned off. Then the pages of the website are read in the background, or the files are uploaded to the library.',
  }),
  listSetups: endpoint({
    method: 'GET',
    path: base,
    access,
    rate: 'read',
    audit: 'none',
    response: z.object({ items: z.array(AgentSetup) }),
    purpose: 'Lists your recent setups, newest first. Kept for 30 days.',
  }),
  getSetup: endpoint({
    method: 'GET',
    path: `${base}/{setupId}`,
    access,
    rate: 'read',
    audit: 'none',
    params: one,
    response: AgentSetup,
    purpose: 'Returns how far a setup is, and which pages were skipped.',
  }),
  endUploads: endpoint({
    method: 'PUT',
    path: `${base}/{setupId}/uploaded`,
    access,
    rate: 'write',
    audit: 'none',
    params: one,
    response: AgentSetup,
    purpose: 'Continues a setup after its files are uploaded.',
  }),
  retrySetup: endpoint({
    method: 'PUT',
    path: `${base}/{setupId}/retry`,
    access,
    rate: 'write',
    audit: 'none',
    params: one,
    response: AgentSetup,
    purpose: 'Reads the skipped pages of a website again. Pages that were read stay as they are.',
  }),
}
