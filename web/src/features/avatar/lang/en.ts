import { texts } from '../../../lang/texts.ts'

const en = {
  open: 'Talking avatar',
  panel: 'Talking avatar',
  video: 'Video of the avatar',
  connecting: 'Connecting…',
  ready: 'The avatar reads each new answer aloud.',
  readyAzure: 'The avatar reads each new answer aloud. Answers that it reads are sent to Microsoft Azure.',
  speaking: 'Speaking',
  speak: 'Speak the last answer',
  stop: 'Stop speaking',
  mute: 'Mute',
  unmute: 'Unmute',
  close: 'Close avatar',
  tryAgain: 'Connect again',
  'failure.Unreachable':
    'Your browser can’t reach the avatar. Your network may block video connections. Connect again, or ask an administrator.',
  'failure.Unsupported': 'This browser has no video connections. Use another browser.',
  'failure.Lost': 'The connection to the avatar was lost. Connect again to continue.',
  'failure.Replaced': 'The avatar was opened in another window. Connect again to use it here.',
  'failure.Idle': 'The avatar was disconnected because it had nothing to say. Connect again to continue.',
  blocked: 'Your browser blocked the sound. Unmute the avatar to hear it.',
}

export const avatarTexts = texts('avatar', en, { ar: () => import('./ar.ts') })
