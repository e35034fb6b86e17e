import { limits } from '@parlance/contract/limits'
import { variablesOf } from '@parlance/contract/promptVariables'
import type { Errors } from '../../../ui/admin/formState.ts'
import type { Prompt } from '../data/api.ts'
import type { ManagementText } from '../lang/en.ts'

export type PromptValues = Pick<Prompt, 'title' | 'text'>

export const valuesOf = ({ title, text }: PromptValues): PromptValues => ({ title, text })

/** The input to send. It doesn't change the prompt's position. */
export const inputOf = ({ title, text }: PromptValues) => ({ title: title.trim(), text: text.trim() })

const lengthOf = (text: string) => [...text.trim()].length

export function errorsOf({ title, text }: PromptValues, t: ManagementText): Errors {
  const tooLong = (typed: string, max: number) => t('promptTooLong', { count: lengthOf(typed), max })
  const variables = { count: variablesOf(text).length, max: limits.promptVariables }
  const found: [path: string, wrong: boolean, text: string][] = [
    ['title', lengthOf(title) === 0, t('titleRequired')],
    ['title', lengthOf(title) > limits.promptTitle, tooLong(title, limits.promptTitle)],
    ['text', lengthOf(text) === 0, t('textRequired')],
    ['text', variables.count > variables.max, t('variablesMany', variables)],
    ['text', lengthOf(text) > limits.promptText, tooLong(text, limits.promptText)],
  ]
  return Object.fromEntries(found.flatMap(([path, wrong, words]) => (wrong ? [[path, words]] : [])))
}

/** Formats a prompt variable as it appears in a text. */
export const writtenVariable = (name: string): string => `{{${name}}}`
