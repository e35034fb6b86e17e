import { createContext } from 'react'

/** Whether the answer around an image has ended. Before that, nothing can be added to it. */
export const AnswerEndedContext = createContext(false)
