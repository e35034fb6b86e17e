import { texts } from '../../../../lang/texts.ts'

const en = {
  attach: 'Attach files',
  attachImages: 'Attach images',
  attachHint:
    'Documents, spreadsheets, presentations, emails, books, subtitles, code, data, and text up to 50 MB each. Agents that can read images also accept images up to 20 MB.',
  attachments: 'Attached files',
  images: 'Images',
  showImage: 'Show image {{number}} of {{count}}',
  imageOf: 'Image {{number}} of {{count}}',
  previousImage: 'Previous image',
  nextImage: 'Next image',
  saveImage: 'Save image',
  closeImage: 'Close image',
  imageFailed: 'This image can’t be shown. Close it and try again.',
  dropTitle: 'Drop files to attach them',
  waiting: 'Waiting',
  sending: 'Uploading, {{share}}',
  reading: 'Reading…',
  progressOf: 'Upload progress for {{name}}',
  failed: '{{name}} couldn’t be attached. {{reason}}',
  retry: 'Retry {{name}}',
  remove: 'Remove {{name}}',
  pastedName: 'Pasted text',
  asText: 'Insert as text',
  asTextOf: 'Insert {{name}} as text',
  asTextHint: 'Remove the file and insert its text into the message',
  textOnly: 'Only its text is read',
  unseen: 'The selected agent or model can’t read images. Remove this image, or choose one that can.',
  cancelUpload: 'Cancel upload of {{name}}',
  download: 'Download {{name}}',
  uploading_one: 'Uploading {{count}} file',
  uploading_other: 'Uploading {{count}} files',
  sendWaits: 'Send when uploads finish',
  sendWaiting: 'Cancel sending',
  waitsForUploads: 'Will send when uploads finish',
  tooMany_one:
    'You can attach up to {{max}} files, including up to {{images}} images. {{count}} file wasn’t attached.',
  tooMany_other:
    'You can attach up to {{max}} files, including up to {{images}} images. {{count}} files weren’t attached.',
}

export const attachmentTexts = texts('attachments', en, { ar: () => import('./ar.ts') })
