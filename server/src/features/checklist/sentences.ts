import type { Entry, Facts, Item } from './probe.ts'

interface Says<I extends Item> {
  title: string
  found(facts: Facts<I>): string
  /** What there is to do: a screen, a command, or a setting of the environment. */
  fix: string | ((facts: Facts<I>) => string)
}

const outcomes: Record<string, string> = {
  KeyRefused: 'the provider refuses the key',
  NoCredit: 'the account has no credit',
  NoDeployment: 'there is no such deployment',
  DeploymentNeeded: 'a test has to name a deployment',
  HostRefused: 'its host may not be contacted',
  Unreachable: 'nothing answers at its address',
  TimedOut: 'it did not answer in time',
  Busy: 'it was busy',
  NotUnderstood: 'its answer was not understood',
  Failed: 'the test failed',
}

const reaches: Record<Facts<'PublicOrigin'>['reach'], string> = {
  ThisComputer: 'works on this computer alone, wherever the server listens',
  Answers: 'leads to this instance',
  OtherAnswers: 'leads somewhere else: what answers there is not this instance',
  NotTrusted: 'has no certificate that browsers trust',
  Unreachable: 'could not be reached from here',
  TimedOut: 'did not answer in time',
}

const sentences: { [I in Item]: Says<I> } = {
  Name: {
    title: 'Name',
    found: ({ name }) => `The instance is called ${name}.`,
    fix: 'Give it a name under Instance Settings, General.',
  },
  Brand: {
    title: 'Brand',
    found: ({ changed }) => (changed ? 'It looks like one of your own.' : 'It looks as it was shipped.'),
    fix: 'Set logo and colours under Brands, Defaults.',
  },
  ProviderKey: {
    title: 'Provider key',
    found: ({ keys }) =>
      keys.length === 0
        ? 'No language model is connected: the built-in engine answers by quoting documents.'
        : keys.map(toldKey).join(' '),
    fix: 'Set and test the key under Instance Settings, Language model provider, or in the environment, such as ANTHROPIC_API_KEY.',
  },
  DefaultDeployment: {
    title: 'Default deployment',
    found: toldDeployment,
    fix: 'Choose the default deployment under Instance Settings, General.',
  },
  FirstAgent: {
    title: 'First agent',
    found: ({ published }) =>
      published === 0 ? 'No agent is published.' : `Agents published: ${published}.`,
    fix: 'Make one from a template: the checklist at /admin does it.',
  },
  WhoMayUse: {
    title: 'Who may use it',
    found: ({ published, usable }) => `Agents that a policy gives to somebody: ${usable} of ${published}.`,
    fix: ({ unused }) =>
      `Write a policy${unused ? ` for ${unused.name}` : ''} under Chat Access Policies, or switch one on.`,
  },
  PublicOrigin: {
    title: 'Public origin',
    found: ({ origin, reach }) => `${origin} ${reaches[reach]}.`,
    fix: ({ reach }) =>
      reach === 'ThisComputer'
        ? 'For others: set PUBLIC_ORIGIN to an https address, behind a proxy with a certificate.'
        : 'Check PUBLIC_ORIGIN, DNS, the reverse proxy and its certificate, and that the server runs.',
  },
  Durability: {
    title: 'Power cut',
    found: ({ database, off }) =>
      database === 'Embedded'
        ? 'The embedded database survives the end of any process, not a power cut.'
        : off.length > 0
          ? `PostgreSQL may lose answers in a power cut: ${off.join(', ')} is off.`
          : 'PostgreSQL keeps what it has acknowledged.',
    fix: ({ database }) =>
      database === 'Embedded'
        ? 'Use PostgreSQL for what must survive one: set DATABASE_URL and restore a backup into it.'
        : 'Switch it on in the configuration of the PostgreSQL server.',
  },
  LastBackup: {
    title: 'Last backup',
    found: ({ at, days, unsound }) =>
      at === null
        ? 'It was never backed up.'
        : `${days === 0 ? 'Today' : days === 1 ? 'Yesterday' : `${days} days ago`} (${at})${
            unsound > 0 ? `; files missing or damaged: ${unsound}` : ''
          }.`,
    fix: 'npm run backup FILE, every night by cron.',
  },
  DirectoryGroups: {
    title: 'Directory groups',
    found: ({ people, unknown }) =>
      unknown === 0
        ? 'The groups of everybody who was here last week are known.'
        : `Groups unknown: ${unknown} of ${people} people who were here last week. That is not the same as being in none.`,
    fix: 'Have the directory put groups into the id token, or consent to GroupMember.Read.All (ENTRA_GRAPH).',
  },
  FirstPassword: {
    title: 'First password',
    found: ({ userName, set }) =>
      set ? `${userName} has a password of their own.` : `${userName} has no password yet.`,
    fix: 'Open the link that the start prints and writes to DATA_DIR/first-administrator-link.',
  },
}

function toldKey({ languageEngine, lastTest }: Facts<'ProviderKey'>['keys'][number]): string {
  if (!lastTest) return `${languageEngine}: not tested.`
  if (lastTest.outcome === 'Ok') return `${languageEngine}: works (${lastTest.at}).`
  return `${languageEngine}: ${outcomes[lastTest.outcome] ?? lastTest.outcome} (${lastTest.at}).`
}

function toldDeployment({ hasProvider, chosen }: Facts<'DefaultDeployment'>): string {
  if (!chosen)
    return hasProvider
      ? 'None is chosen: new agents begin with the built-in engine.'
      : 'New agents begin with the built-in engine, as long as no language model is connected.'
  const name = `${chosen.deploymentName} (${chosen.languageEngine})`
  if (chosen.state === 'Gone') return `${name} is gone: the provider's list names it no more.`
  if (chosen.state === 'NotKnown') return `${name} is not known: no provider with a key has it for chats.`
  return `New agents begin with ${name}.`
}

const marks = {
  Done: 'done',
  Open: 'open',
  Optional: 'optional',
  Warning: 'warning',
  Wrong: 'WRONG',
  Unknown: 'unknown',
} as const
const MARK_WIDTH = 10
const TITLE_WIDTH = 20

/** An entry in lines for a terminal: how it stands, and what to do where there is something to do. */
export function told(entry: Entry): string[] {
  const { item, state, facts } = entry
  const { title, found, fix } = sentences[item] as unknown as Says<Item>
  const head = `${marks[state].padEnd(MARK_WIDTH)}${title.padEnd(TITLE_WIDTH)}`
  if (!facts) return [`${head}It could not be checked.`]
  const lines = [`${head}${found(facts)}`]
  if (state !== 'Done') lines.push(`${' '.repeat(MARK_WIDTH)}→ ${typeof fix === 'string' ? fix : fix(facts)}`)
  return lines
}
