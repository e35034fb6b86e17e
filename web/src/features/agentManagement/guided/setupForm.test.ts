import { describe, expect, it } from 'vitest'
import type { ModelOptions } from '../../agentFields/data/api.ts'
import { guidedTexts } from './lang/en.ts'
import { defaultDeployment, errorsOf, inputOf, nameOfFiles, type SetupValues, urlOf } from './setupForm.ts'

const t = guidedTexts.text
const values: SetupValues = {
  kind: 'Site',
  url: 'www.example.com/help',
  files: [],
  name: undefined,
  brandKey: '',
  deployment: undefined,
}
const options = {
  deployments: [{ languageEngine: 'OpenAI', deploymentName: 'small' }],
  defaults: { languageEngine: 'OpenAI', deploymentName: 'small' },
} as unknown as ModelOptions
const around = { name: 'Help', brand: 'Halden Rail', language: 'en' as const, options }

function fileIn(path: string): File {
  const name = path.split('/').at(-1) ?? ''
  const file = new File(['x'], name)
  Object.defineProperty(file, 'webkitRelativePath', { value: path.includes('/') ? path : '' })
  return file
}

it.each([
  ['www.example.com', 'https://www.example.com'],
  [' http://example.com/a ', 'http://example.com/a'],
  ['localhost:3000', 'https://localhost:3000'],
  ['', null],
  ['example', null],
  ['ftp://example.com', null],
  ['https://user:secret@example.com', null],
  [`https://example.com/${'a'.repeat(2000)}`, null],
])('the address %j is sent as %j', (typed, url) => {
  expect(urlOf(typed)).toBe(url)
})

it.each([
  [['Handbook/a.md', 'Handbook/part/b.md'], 'Handbook'],
  [['rules.v2.pdf'], 'rules.v2'],
  [['a.md', 'b.md'], ''],
  [['One/a.md', 'Two/b.md'], ''],
  [[], ''],
])('files %j suggest the name %j', (paths, name) => {
  expect(nameOfFiles(paths.map(fileIn))).toBe(name)
})

describe('the form', () => {
  it('needs a source and a name', () => {
    expect(errorsOf({ ...values, url: '' }, '', t)).toEqual({
      url: 'Enter a web address such as https://www.example.com',
      name: 'Enter a name',
    })
    expect(errorsOf({ ...values, kind: 'Files' }, 'Help', t)).toEqual({ files: 'Add at least one file' })
    expect(errorsOf(values, 'a'.repeat(151), t)).toEqual({ name: 'Use 150 characters or fewer' })
    expect(errorsOf(values, 'Help', t)).toEqual({})
  })

  it('sends texts of the draft that name the site and the brand', () => {
    const input = inputOf(values, around, t)
    expect(input).toMatchObject({
      source: { kind: 'Site', url: 'https://www.example.com/help' },
      brandKey: null,
      language: 'en',
      slug: 'help',
    })
    expect(input.introduction).toContain('www.example.com')
    expect(input.systemPrompt).toContain('You are Help, the assistant of Halden Rail.')
    // The default of the server applies, whatever it is by then.
    expect(input).not.toHaveProperty('deployment')
  })

  it('sends the chosen deployment, and null for the built-in engine', () => {
    expect(inputOf({ ...values, deployment: 'BuiltIn' }, around, t).deployment).toBeNull()
    const chosen = defaultDeployment(options)
    expect(inputOf({ ...values, deployment: chosen }, around, t).deployment).toEqual({
      languageEngine: 'OpenAI',
      deploymentName: 'small',
    })
  })

  it('suggests a name for the public page from the site if the agent’s has no Latin letters', () => {
    expect(inputOf(values, { ...around, name: 'مساعد' }, t).slug).toBe('www-example-com')
    const files = { ...values, kind: 'Files' as const, files: [fileIn('a.md')] }
    expect(inputOf(files, { ...around, name: 'مساعد' }, t)).toMatchObject({
      slug: 'chat',
      source: { kind: 'Files', files: 1 },
    })
  })
})
