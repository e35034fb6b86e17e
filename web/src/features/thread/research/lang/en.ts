import { texts } from '../../../../lang/texts.ts'

const en = {
  progress: 'Research progress',
  continueResearch: 'Continue research',
  writeReport: 'Write the report with what was found',
}

export const answerResearchTexts = texts('answerResearch', en, { ar: () => import('./ar.ts') })
