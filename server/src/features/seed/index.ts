import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { isDemo } from '../../platform/auth/demo.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Agents } from '../agents/index.ts'
import type { Brands } from '../brands/index.ts'
import { insertEveryone } from '../chatAccessPolicies/index.ts'
import { insertStarterTemplates } from '../guidelines/index.ts'
import type { Knowledge, SeedFile } from '../knowledge/index.ts'
import { demoBrands } from './brands.ts'
import { claim, insertDemoPeople } from './store.ts'

const guideFolder = path.join(import.meta.dirname, '../../../../docs/guide')

/**
 * Adds the content of an installation, once: a policy for everyone, templates of guidelines, and for the demo its
 * people, two agents, and two brands.
 */
export async function seed(
  platform: Platform,
  { agents, brands, knowledge }: { agents: Agents; brands: Brands; knowledge: Knowledge },
): Promise<void> {
  const { clock, config, database } = platform
  await database.transaction(async (tx) => {
    if (await claim(tx, 'policy')) await insertEveryone(tx)
  })
  await database.transaction(async (tx) => {
    if (await claim(tx, 'guidelinesTemplates')) await insertStarterTemplates(tx)
  })
  if (!isDemo(config)) return
  await database.transaction(async (tx) => {
    if (!(await claim(tx, 'demoBrands'))) return
    for (const brand of demoBrands) await brands.seedBrand(tx, brand)
  })
  await database.transaction(async (tx) => {
    if (!(await claim(tx, 'demoPeople'))) return
    await insertDemoPeople(tx, config.directory.tenantId, clock.now())
  })
  const files = await readGuide()
  await database.transaction(async (tx) => {
    if (!(await claim(tx, 'demo'))) return
    const guide = await knowledge.createSeedLibrary(tx, 'Guide', 'How to use and run this product.', files)
    const documents = await knowledge.createSeedLibrary(tx, 'Documents', 'Add your own documents here.', [])
    await agents.seedAgent(tx, {
      name: 'Product guide',
      description: 'Answers questions about this product from its guide.',
      introduction:
        'I answer from this product’s guide, with quotes and sources. I’m not a language model: my answers are extracts.',
      starterQuestions: [
        'How do I add a document?',
        'What happens to an answer if the connection is lost?',
        'Which file types are supported?',
        'How do I connect a language model?',
      ],
      categories: ['Help'],
      ...guide,
    })
    await agents.seedAgent(tx, {
      name: 'My documents',
      description: 'Answers from the files in the Documents library.',
      introduction:
        'I quote the files in the Documents library. Add some under Management, File Libraries, then ask me about them.',
      starterQuestions: [],
      categories: ['Documents'],
      ...documents,
    })
  })
  knowledge.wake()
}

async function readGuide(): Promise<SeedFile[]> {
  const names = (await readdir(guideFolder)).filter((name) => name.endsWith('.md')).sort()
  return Promise.all(
    names.map(async (name) => ({ name, bytes: await readFile(path.join(guideFolder, name)) })),
  )
}
