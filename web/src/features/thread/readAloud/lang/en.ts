import { texts } from '../../../../lang/texts.ts'

const en = {
  readAloud: 'Read aloud',
  controls: 'Read aloud',
  play: 'Continue reading',
  pause: 'Pause reading',
  back: 'Previous sentence',
  next: 'Next sentence',
  stop: 'Stop reading',
  place: 'Sentence {{at, n}} of {{count, n}}',
  rate: 'Speed',
  times: '{{rate}}×',
  'failure.NoVoice':
    'This browser has no voice for the language of this sentence. Install one in the settings of your device, or use another browser.',
  'failure.Failed': 'The browser couldn’t read this sentence. Check the sound of your device, and continue.',
  'failure.Remote':
    'Your device has no voice for this language. Your browser can send the text to its maker to be spoken.',
  acceptRemote: 'Send and read',
  remote: 'This voice isn’t on your device. The text is sent to the maker of your browser to be spoken.',
}

export const readAloudTexts = texts('readAloud', en, { ar: () => import('./ar.ts') })
