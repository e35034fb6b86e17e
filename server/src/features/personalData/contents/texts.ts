import type { DataTexts } from './shape.ts'
import { ar } from './texts.ar.ts'
import { en } from './texts.en.ts'

export type DataLanguage = 'en' | 'ar'
export const dataTexts: Record<DataLanguage, DataTexts> = { en, ar }
