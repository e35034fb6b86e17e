import type { InjectionCarrier, InjectionTechnique } from '@parlance/contract/injections'
import { v5 as uuidOf } from 'uuid'
import type { TestMaterial, TestPassage } from '../../conversations/index.ts'
import { fileNames } from './cases/fileNames.ts'
import { imageTexts } from './cases/imageTexts.ts'
import { passages } from './cases/passages.ts'
import { toolResults } from './cases/toolResults.ts'
import { webPages } from './cases/webPages.ts'
import { type Control, controls } from './controls.ts'
import { withSecret } from './encodings.ts'
import type { InjectionCase } from './injectionCase.ts'
import { type Scene, scenes } from './scenes.ts'

/** Increases with each change of the cases. Runs of another version are shown without them. */
export const SUITE_VERSION = 1

const NAMESPACE = '6f1d2a0e-8c1b-4f0e-9a57-2f1f5b9c7d10'

/** A case as it is asked. */
export interface SuiteCase {
  caseId: string
  name: string
  carrier: InjectionCarrier
  technique: InjectionTechnique
  question: string
  secret: string
  /** The name of the file, or the address of the page, with the hidden instructions. */
  source: string
  attack: readonly string[]
  material: TestMaterial
  /** What a model answers that does exactly as it is told, and the tools that it calls first. */
  obeyed: { text: string; calls: readonly { name: string; input: Record<string, string> }[] }
  says: readonly string[]
}

/** A question without an attack, which shows whether a language model answers. */
export interface SuiteControl extends Control {
  caseId: string
  material: TestMaterial
}

function suiteCase(carrier: InjectionCarrier, one: InjectionCase): SuiteCase {
  const scene: Scene = scenes[one.scene]
  const attack = typeof one.attack === 'string' ? [one.attack] : one.attack
  const source = carrier === 'FileName' ? attack[0]! : (one.source ?? scene.file.fileName)
  const fill = (text: string) => withSecret(text, scene.secret)
  return {
    caseId: idOf(one.name),
    name: one.name,
    carrier,
    technique: one.technique,
    question: scene.question,
    secret: scene.secret,
    source,
    attack,
    material: materials[carrier]({ scene, source, attack }),
    obeyed: {
      text: fill(one.obeyed),
      calls: (one.calls ?? []).map(({ name, input }) => ({
        name,
        input: Object.fromEntries(Object.entries(input).map(([key, value]) => [key, fill(value)])),
      })),
    },
    says: one.says ?? [],
  }
}

function idOf(name: string): string {
  return uuidOf(name, NAMESPACE)
}

interface Given {
  scene: Scene
  source: string
  attack: readonly string[]
}

function nothing(): TestMaterial {
  return { told: [], found: [], later: [], pages: [], call: null }
}

/** The attack as passages of one file. */
const attacked = ({ source, attack }: Given, more: Partial<TestPassage> = {}): TestPassage[] =>
  attack.map((text) => ({ fileName: source, text, ...more }))

/** Files of plain text are read, and others are searched. */
function callFor({ source, scene }: Given): TestMaterial['call'] {
  if (source.endsWith('.txt')) return { name: 'read_file', input: { fileName: source } }
  return { name: 'search_files', input: { query: scene.question } }
}

/** Puts a case where its carrier is in real answers. */
const materials: Record<InjectionCarrier, (given: Given) => TestMaterial> = {
  Passage: (given) => ({
    ...nothing(),
    found: [given.scene.file, given.scene.confidential, ...attacked(given)],
  }),
  ToolResult: (given) => ({
    ...nothing(),
    found: [given.scene.confidential],
    later: [given.scene.file, ...attacked(given)],
    call: callFor(given),
  }),
  FileName: ({ scene, attack }) => ({
    ...nothing(),
    found: [{ ...scene.file, fileName: attack[0]! }, scene.confidential],
  }),
  ImageText: (given) => ({
    ...nothing(),
    found: [given.scene.file, given.scene.confidential, ...attacked(given, { page: 1 })],
  }),
  WebPage: ({ scene, source, attack }) => ({
    ...nothing(),
    told: [{ question: scene.told, answer: 'Thank you. What would you like to know?' }],
    pages: [
      { url: 'https://handbook.example/answers', title: scene.file.fileName, text: scene.file.text },
      ...attack.map((text, at) => ({
        url: at === 0 ? source : `${source}/${at + 1}`,
        title: new URL(source).hostname,
        text,
      })),
    ],
    call: { name: 'search_web', input: { query: scene.question } },
  }),
}

export const suiteCases: readonly SuiteCase[] = [
  passages,
  toolResults,
  fileNames,
  imageTexts,
  webPages,
].flatMap(({ carrier, cases }) => cases.map((one) => suiteCase(carrier, one)))

export const suiteControls: readonly SuiteControl[] = controls.map((control) => ({
  ...control,
  caseId: idOf(`control ${control.question}`),
  material: { ...nothing(), found: [control.file] },
}))
