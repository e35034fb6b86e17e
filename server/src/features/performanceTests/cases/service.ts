import { Readable } from 'node:stream'
import { limits } from '@parlance/contract/limits'
import { CaseInput, type performanceTests } from '@parlance/contract/performanceTests'
import type { retrievalDebugger } from '@parlance/contract/retrievalDebugger'
import type { Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import { createContinuation } from '../../../platform/http/continuation.ts'
import type { Platform } from '../../../platform/platform.ts'
import { demandCaseChanger } from '../gated.ts'
import { recordTest } from '../recording.ts'
import { findEditable, findOpened, findWritable, type TestRow } from '../store.ts'
import type { Candidates } from './candidates.ts'
import {
  csvOf,
  jsonLinesOf,
  linesWithProblems,
  type Problem,
  type ReadCase,
  readCaseFile,
} from './caseFile.ts'
import * as store from './casesStore.ts'

type Group = typeof performanceTests
type CaseCall = Pick<Call<Group['getCase']>, 'actor' | 'params'>

/** The calls that read and change the cases of a test. */
export function createCasesService({ blobs, config, database }: Platform, candidates: Candidates) {
  const { db } = database
  const pages = createContinuation<store.Position>(config.secretKey, 'performanceCases')

  async function demandOpened({ actor, params }: Pick<Call<Group['listCases']>, 'actor' | 'params'>) {
    const test = await findOpened(db, actor, params.performanceTestId)
    if (!test) throw new AppError('performanceTest.notFound')
    return test
  }

  async function demandEditable(
    tx: Sql,
    { actor, params }: Pick<Call<Group['createCase']>, 'actor' | 'params'>,
  ) {
    const test = await findEditable(tx, actor, params.performanceTestId)
    if (!test) throw new AppError('performanceTest.notFound')
    return test
  }

  /** Throws if a file can't be cited by the agent, or isn't one that the user can read. */
  async function demandCitable(
    tx: Sql,
    call: Pick<Call, 'actor'>,
    test: TestRow,
    cited: readonly store.Citation[],
  ) {
    const named = cited.map(({ fileId }) => fileId)
    const files = await store.listCitable(tx, call.actor, test.gptSystemId, named)
    const at = cited.findIndex(({ fileId }) => !files.some((one) => one.fileId === fileId))
    if (at >= 0)
      throw new AppError('request.invalid', {
        fields: [{ field: `expectedCitations.${at}`, message: uncitable }],
      })
  }

  async function found(tx: Sql, { actor, params }: CaseCall): Promise<store.CaseRow> {
    const one = await store.findCase(tx, actor, params.performanceTestId, params.caseId)
    if (!one) throw new AppError('performanceCase.notFound')
    return one
  }

  /** Reads an uploaded file of cases, which isn't kept, and finds the files that it names. */
  async function readUpload({ actor, upload }: Pick<Call, 'actor' | 'upload'>, test: TestRow) {
    const bytes = await blobs.readAll(upload.blobKey)
    await blobs.remove(upload.blobKey)
    const { format, cases, problems } = readCaseFile(bytes)
    const named = new Set(cases.flatMap(({ citations }) => citations.map(({ file }) => file)))
    const files = await store.listCitable(db, actor, test.gptSystemId, [...named])
    const byName = filesByName(files)
    const resolved = cases.map((one) => resolve(one, byName))
    return {
      format,
      fields: resolved.flatMap((one) => ('fields' in one ? [one.fields] : [])),
      problems: [...problems, ...resolved.flatMap((one) => ('problem' in one ? [one.problem] : []))].sort(
        (a, b) => a.line - b.line,
      ),
    }
  }

  return {
    async listCases(call: Call<Group['listCases']>) {
      const {
        search = '',
        tag = '',
        testVersion: version = null,
        pageSize: limit = limits.pageSize,
      } = call.input
      const after = pages.read(call.input.continuationToken)
      const { performanceTestId } = await demandOpened(call)
      const [rows, tags] = await Promise.all([
        store.listCases(db, call.actor, performanceTestId, { search, tag, version, after, limit: limit + 1 }),
        store.listTags(db, call.actor, performanceTestId, version),
      ])
      const items = rows.slice(0, limit)
      const last = items.at(-1)
      const more = rows.length > limit && last
      return {
        items: items.map(({ ordinal: _, ...one }) => one),
        tags,
        continuationToken: more ? pages.write({ ordinal: last.ordinal, id: last.caseId }) : null,
      }
    },

    async createCase(call: Call<Group['createCase']>) {
      const { candidate, isGenerated, ...entered } = call.input
      const fields = candidate ? await candidates.redacted(entered) : entered
      return call.change(async (tx, record) => {
        const test = await demandEditable(tx, call)
        await demandCitable(tx, call, test, fields.expectedCitations)
        if (candidate) await candidates.demand(tx, call.actor, test, candidate)
        const origin = candidate?.origin ?? (isGenerated ? 'Generated' : 'Typed')
        const caseId = await add(tx, test, origin, [fields], candidate?.candidateId)
        recordTest(record, test, {}, { case: caseId, ...fields })
        return found(tx, { actor: call.actor, params: { ...call.params, caseId: caseId ?? '' } })
      })
    },

    expectPassage: (call: Call<typeof retrievalDebugger.expectPassage>) =>
      call.change(async (tx, record) => {
        const { performanceTestId, question, passageId } = call.input
        const of = { actor: call.actor, params: { performanceTestId } }
        const test = await demandEditable(tx, of)
        const fileId = await store.findFileOfPassage(tx, call.actor, test.gptSystemId, passageId)
        if (!fileId)
          throw new AppError('request.invalid', {
            fields: [{ field: 'passageId', message: uncitablePassage }],
          })
        const fields = CaseInput.parse({ question, expectedCitations: [{ fileId, passageId }] })
        const caseId = await add(tx, test, 'Debugger', [fields])
        recordTest(record, test, {}, { case: caseId, ...fields })
        return found(tx, { actor: call.actor, params: { performanceTestId, caseId: caseId ?? '' } })
      }),

    async getCase(call: Call<Group['getCase']>) {
      await demandOpened(call)
      return found(db, call)
    },

    async listCitableFiles(call: Call<Group['listCitableFiles']>) {
      const { actor, input, params } = call
      const test = await findWritable(db, actor, params.performanceTestId)
      if (!test) throw new AppError('performanceTest.notFound')
      return { items: await store.searchCitable(db, actor, test.gptSystemId, input.search ?? '') }
    },

    async listCandidates(call: Call<Group['listCandidates']>) {
      return candidates.list(call.actor, await demandEditable(db, call), call.input.origin)
    },

    proposeCase: (call: Call<Group['proposeCase']>) =>
      candidates.propose(call.actor, call.params.conversationSegmentId),

    updateCase: (call: Call<Group['updateCase']>) =>
      call.change(async (tx, record) => {
        const { performanceTestId: testId, caseId } = call.params
        const test = await demandEditable(tx, call)
        const before = await found(tx, call)
        if (before.version !== call.ifMatch) throw new AppError('request.stale', { current: before })
        await demandCaseChanger(tx, call.actor, test, before)
        // Files that the case has already can have been deleted since.
        const known = before.expectedCitations.map(({ fileId }) => fileId)
        const added = call.input.expectedCitations.filter(({ fileId }) => !known.includes(fileId))
        await demandCitable(tx, call, test, added)
        await store.updateCase(
          tx,
          { testId, caseId, version: await store.beginVersion(tx, testId) },
          call.input,
        )
        const after = await found(tx, call)
        recordTest(record, test, { case: caseId, ...fieldsOf(before) }, { case: caseId, ...fieldsOf(after) })
        return after
      }),

    removeCase: (call: Call<Group['removeCase']>) =>
      call.change(async (tx, record) => {
        const { performanceTestId: testId, caseId } = call.params
        const test = await demandEditable(tx, call)
        const before = await found(tx, call)
        await demandCaseChanger(tx, call.actor, test, before)
        await store.removeCase(tx, { testId, caseId, version: await store.beginVersion(tx, testId) })
        recordTest(record, test, { case: caseId, ...fieldsOf(before) }, {})
        return {}
      }),

    async previewCases(call: Call<Group['previewCases']>) {
      const { format, fields, problems } = await readUpload(call, await demandEditable(db, call))
      return {
        format,
        cases: fields.length,
        items: fields.slice(0, limits.previewedCases),
        problems: problems.slice(0, limits.previewedProblems),
        linesWithProblems: linesWithProblems(problems),
      }
    },

    async importCases(call: Call<Group['importCases']>) {
      const { fields, problems } = await readUpload(call, await demandEditable(db, call))
      const leftOut = linesWithProblems(problems)
      if (leftOut > 0 && call.input.leaveOut !== 'true') throw new AppError('performanceTest.lines')
      return call.change(async (tx, record) => {
        const test = await demandEditable(tx, call)
        if (fields.length > 0) await add(tx, test, 'Import', fields)
        recordTest(record, test, { cases: test.cases }, { cases: test.cases + fields.length })
        return { imported: fields.length, leftOut }
      })
    },

    async exportCases(call: Call<Group['exportCases']>) {
      const { name, performanceTestId } = await demandOpened(call)
      const cases = await store.listCases(db, call.actor, performanceTestId, {
        ...{ search: '', tag: '', version: null, after: null },
        limit: limits.performanceCases,
      })
      const isCsv = call.input.format === 'Csv'
      const bytes = Readable.from([Buffer.from(isCsv ? csvOf(cases) : jsonLinesOf(cases))])
      return { name: `${name}.${isCsv ? 'csv' : 'jsonl'}`, size: null, bytes }
    },
  }
}

/** Adds cases to a locked test in one new version. Returns the ID of the first. */
async function add(
  tx: Sql,
  test: TestRow,
  origin: store.Origin,
  cases: readonly store.CaseFields[],
  candidateId: string | null = null,
): Promise<string | undefined> {
  if (test.cases + cases.length > limits.performanceCases) throw new AppError('performanceTest.tooManyCases')
  const testId = test.performanceTestId
  const version = await store.beginVersion(tx, testId)
  const [first] = await store.insertCases(tx, { testId, version, origin, candidateId }, cases)
  return first
}

const uncitablePassage = 'The file of this passage isn’t in a library of the agent, or you can’t read it.'
const uncitable = 'This file isn’t in a library of the agent, or you can’t read it.'

/** Returns files by everything that can name them. */
function filesByName(files: readonly store.CitableFile[]): ReadonlyMap<string, store.CitableFile[]> {
  const all = new Map<string, store.CitableFile[]>()
  for (const file of files)
    for (const name of new Set([file.fileId, file.name, file.path])) {
      const named = all.get(name)
      if (named) named.push(file)
      else all.set(name, [file])
    }
  return all
}

/** Returns the case with the IDs of the files that it names, or what is wrong with one of the names. */
function resolve(
  { line, fields, citations }: ReadCase,
  byName: ReadonlyMap<string, store.CitableFile[]>,
): { fields: store.CaseFields } | { problem: Problem } {
  const found = citations.map(({ file, page }) => ({
    file,
    page,
    matching: byName.get(file) ?? [],
  }))
  const wrong = found.find(({ matching }) => matching.length !== 1)
  if (wrong) {
    const fileName = wrong.file.slice(0, 200)
    const [code, message] =
      wrong.matching.length === 0
        ? (['FileMissing', uncitable] as const)
        : (['FileAmbiguous', 'Several files have this name. Use the ID of one.'] as const)
    return {
      problem: { line, column: 'expectedCitations', code, fileName, message: `${fileName}: ${message}` },
    }
  }
  const expectedCitations = found.map(({ page, matching }) => ({
    fileId: matching[0]!.fileId,
    page,
    passageId: null,
  }))
  return { fields: { ...fields, expectedCitations } }
}

/** What a person enters of a case. */
function fieldsOf({ caseId: _, origin: __, version: ___, updatedAt: ____, ...fields }: store.CaseRow) {
  return fields
}
