import { texts } from '../../../../lang/texts.ts'

const en = {
  dictation: 'Dictation',
  dictate: 'Dictate',
  unsupported: 'This browser doesn’t turn speech into text. Use Chrome, Edge, or Safari to dictate.',
  notice:
    'Your browser turns what you say into text. Most browsers send the recording to their maker for that, so it may leave your organization. You can review the text before you send it.',
  recordingNotice:
    'Your recording is sent to the transcription service of your organization. It isn’t stored. You can review the text before you send it.',
  'state.Opening': 'Opening the microphone…',
  'state.Recording': 'Recording. Speak now.',
  'state.Recorded': 'Your recording is kept.',
  'state.Transcribing': 'Writing down what you said…',
  close: 'Close',
  accept: 'Start dictation',
  cancel: 'Cancel',
  starting: 'Opening the microphone…',
  listening: 'Listening. Speak now.',
  language: 'Language',
  level: 'Microphone level',
  insert: 'Insert text',
  tryAgain: 'Try again',
  'failure.Denied':
    'The microphone isn’t allowed for this page. Allow it in your browser, next to the address, and try again.',
  'failure.NoMicrophone': 'No microphone was found. Connect one, and try again.',
  'failure.Unplugged': 'The microphone was disconnected. Connect it, and try again. What was heard is kept.',
  'failure.NoSpeech': 'Nothing was heard. Check which microphone your device uses, and try again.',
  'failure.Unreachable':
    'The speech service of your browser can’t be reached. Check your connection, or type your message.',
  'failure.Language': 'Your browser doesn’t recognize this language. Choose another one.',
  'failure.Failed':
    'Your browser couldn’t listen. Close other programs that use the microphone, and try again.',
}

export const dictationTexts = texts('dictation', en, { ar: () => import('./ar.ts') })
