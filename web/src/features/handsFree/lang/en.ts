import { texts } from '../../../lang/texts.ts'

const en = {
  title: 'Voice conversation',
  start: 'Start a voice conversation',
  end: 'End the conversation',
  close: 'Close',
  interrupt: 'Stop reading',
  tryAgain: 'Try again',
  accept: 'Start the conversation',
  'phase.Opening': 'Opening the microphone…',
  'phase.Listening': 'Listening. Speak now.',
  'phase.Hearing': 'Go on. Your question is sent when you pause.',
  'phase.Writing': 'Writing down what you said…',
  'phase.Answering': 'Waiting for the answer…',
  'phase.Speaking': 'Reading the answer. Speak to interrupt.',
  stopped: 'The conversation is paused.',
  byServer:
    'Your recordings are sent to the transcription service of your organization. They aren’t stored. What you say is sent as a question when you pause.',
  byBrowser:
    'Your browser turns what you say into text. Most browsers send the recording to their maker for that, so it may leave your organization. What you say is sent as a question when you pause.',
  failedAnswer: 'The answer failed. The chat says why. Ask again, or type your question.',
}

export const handsFreeTexts = texts('handsFree', en, { ar: () => import('./ar.ts') })
