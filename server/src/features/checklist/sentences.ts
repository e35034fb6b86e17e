import type { Entry, Facts, Item } from './probe.ts'

interface Says<I extends Item> {
  title: string
  found(facts: Facts<I>): string
  /** What to do: a page, a command, or an environment setting. */
  fix: string | ((facts: Facts<I>) => string)
}

const outcomes: Record<string, string> = {
  KeyRefused: 'the provider rejects the API key',
  NoCredit: 'the account has no credit',
  NoDeployment: "the deployment doesn't exist",
  DeploymentNeeded: 'a deployment is required for the test',
  HostRefused: "connecting to its host isn't allowed",
  Unreachable: "can't reach its URL",
  TimedOut: "it didn't respond in time",
  Busy: 'it was busy',
  NotUnderstood: 'its response was unexpected',
  Failed: 'the test failed',
}

const reaches: Record<Facts<'PublicOrigin'>['reach'], string> = {
  ThisComputer: 'works only on this computer, whatever address the server listens on',
  Answers: 'points to this instance',
  OtherAnswers: 'points to a different server, not this instance',
  NotTrusted: "doesn't have a certificate that browsers trust",
  Unreachable: "can't be reached from here",
  TimedOut: "didn't respond in time",
}

const sentences: { [I in Item]: Says<I> } = {
  Name: {
    title: 'Name',
    found: ({ name }) => `The instance is called ${name}.`,
    fix: 'Enter a name under Instance Settings, General.',
  },
  Brand: {
    title: 'Brand',
    found: ({ changed }) =>
      changed ? 'The default brand was customized.' : "The default brand hasn't been changed yet.",
    fix: 'Set the logo and colors under Brands, Default settings.',
  },
  ProviderKey: {
    title: 'Provider API key',
    found: ({ keys }) =>
      keys.length === 0
        ? 'No language model is connected. The built-in engine answers by quoting documents.'
        : keys.map(toldKey).join(' '),
    fix: 'Set and test the API key under Instance Settings, Model providers, or in the environment, such as ANTHROPIC_API_KEY.',
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
    fix: 'Create one from a template in the checklist at /admin.',
  },
  WhoMayUse: {
    title: 'Access',
    found: ({ published, usable }) =>
      `Agents that a policy gives someone access to: ${usable} of ${published}.`,
    fix: ({ unused }) =>
      `Create a policy${unused ? ` for ${unused.name}` : ''} under Chat Access Policies, or turn one on.`,
  },
  PublicOrigin: {
    title: 'Public origin',
    found: ({ origin, reach }) => `${origin} ${reaches[reach]}.`,
    fix: ({ reach }) =>
      reach === 'ThisComputer'
        ? 'To let others connect, set PUBLIC_ORIGIN to an https URL, behind a proxy with a certificate.'
        : 'Check PUBLIC_ORIGIN, DNS, the reverse proxy and its certificate, and that the server is running.',
  },
  Durability: {
    title: 'Power loss',
    found: ({ database, off }) =>
      database === 'PGlite'
        ? 'Not protected against power loss: PGlite, the fallback database, survives only process crashes.'
        : off.length > 0
          ? `PostgreSQL can lose answers in a power loss: ${off.join(', ')} is off.`
          : 'PostgreSQL keeps everything it has acknowledged.',
    fix: ({ database }) =>
      database === 'PGlite'
        ? 'Start the server where the embedded PostgreSQL runs. At startup, it prints why it uses PGlite.'
        : 'Turn it on in the PostgreSQL server configuration.',
  },
  LastBackup: {
    title: 'Last backup',
    found: ({ at, days, unsound }) =>
      at === null
        ? 'No backup yet.'
        : `${days === 0 ? 'Today' : days === 1 ? 'Yesterday' : `${days} days ago`} (${at})${
            unsound > 0 ? `; files missing or damaged: ${unsound}` : ''
          }.`,
    fix: 'Run npm run backup FILE every night, for example with cron.',
  },
  DirectoryGroups: {
    title: 'Directory groups',
    found: ({ people, unknown }) =>
      unknown === 0
        ? 'Group membership is known for everyone active in the last week.'
        : `Group membership unknown: ${unknown} of ${people} people active in the last week. They might still be in groups.`,
    fix: 'Configure the directory to include groups in the ID token, or consent to GroupMember.Read.All (ENTRA_GRAPH).',
  },
  FirstPassword: {
    title: 'First password',
    found: ({ userName, set }) =>
      set ? `${userName} has set a password.` : `${userName} has no password yet.`,
    fix: 'Open the link that the server prints at startup and writes to DATA_DIR/first-administrator-link.',
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
      ? 'None chosen. New agents start with the built-in engine.'
      : 'New agents start with the built-in engine while no language model is connected.'
  const name = `${chosen.deploymentName} (${chosen.languageEngine})`
  if (chosen.state === 'Gone') return `${name} is no longer offered by the provider.`
  if (chosen.state === 'NotKnown')
    return `${name} is unknown. No provider with an API key offers it for chats.`
  return `New agents start with ${name}.`
}

const marks = {
  Done: 'done',
  Open: 'to do',
  Optional: 'optional',
  Warning: 'warning',
  Wrong: 'NOT WORKING',
  Unknown: 'not checked',
} as const
const MARK_WIDTH = 13
const TITLE_WIDTH = 20

/** Returns an entry as terminal lines: its state, and what to do if anything. */
export function told(entry: Entry): string[] {
  const { item, state, facts } = entry
  const { title, found, fix } = sentences[item] as unknown as Says<Item>
  const head = `${marks[state].padEnd(MARK_WIDTH)}${title.padEnd(TITLE_WIDTH)}`
  if (!facts) return [`${head}Couldn't be checked.`]
  const lines = [`${head}${found(facts)}`]
  if (state !== 'Done') lines.push(`${' '.repeat(MARK_WIDTH)}→ ${typeof fix === 'string' ? fix : fix(facts)}`)
  return lines
}
