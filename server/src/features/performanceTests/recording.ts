import type { RecordChange } from '../../platform/audit/audit.ts'
import type { TestRow } from './store.ts'

type Recorded = Record<string, unknown>

/** Records a change of a test or its cases in the audit log. */
export function recordTest(
  record: RecordChange,
  { performanceTestId, name }: Pick<TestRow, 'performanceTestId' | 'name'>,
  before: Recorded,
  after: Recorded,
): void {
  record({
    entityType: 'PerformanceTest',
    entityId: performanceTestId,
    entityName: name,
    before,
    after,
  })
}
