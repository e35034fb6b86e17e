import { speechAudio } from './speechAudio.ts'

/** Speech in both directions: dictation and reading aloud. */
export const speech = { ...speechAudio }
