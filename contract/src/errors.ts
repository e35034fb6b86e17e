/**
 * The single registry of errors: code, HTTP status, and a text with what happened and what to do. Codes are
 * stable, and texts can be improved. The documentation's table is generated from it.
 */
export const errors = {
  'request.malformed': [400, 'The request couldn’t be read. Send a JSON object in UTF-8.'],
  'request.invalid': [400, 'Some fields are invalid. Correct the listed fields and try again.'],
  'request.idempotencyKey': [400, 'Send an Idempotency-Key header of 8 to 200 printable characters.'],
  'request.tooLarge': [413, 'The request is too large. Send less data at once.'],
  'request.mediaType': [415, 'This content type isn’t supported. Send application/json.'],
  'request.multipart': [
    415,
    'Send one file as multipart/form-data in a part named “file”, without other parts.',
  ],
  'request.malformedUpload': [
    400,
    'The upload is incomplete or isn’t valid multipart/form-data, so nothing was stored. Upload the file again.',
  ],
  'request.method': [405, 'This method isn’t allowed here.'],
  'request.host': [421, 'This host name isn’t served here.'],
  'request.ifMatch': [428, 'Send If-Match with the ETag of the version you edited.'],
  'request.stale': [412, 'Someone else changed this in the meantime. Reload it and make your change again.'],
  'request.reusedKey': [422, 'This Idempotency-Key was already used for another request. Send a new key.'],
  'request.rate': [429, 'Too many requests. Wait a moment and try again.'],
  'request.notFound': [404, 'The requested item doesn’t exist, or you don’t have access to it.'],
  'auth.required': [401, 'Sign in to continue.'],
  'auth.token': [401, 'Your sign-in wasn’t accepted. Sign in again.'],
  'auth.directory': [503, 'Can’t reach the sign-in service. Try again in a moment.'],
  'auth.disabled': [403, 'This account is disabled. Ask an administrator to enable it.'],
  'access.denied': [
    403,
    'You don’t have permission to do this. Ask an administrator for the required permission.',
  ],
  'conversation.notFound': [404, 'This conversation doesn’t exist, or it isn’t yours.'],
  'conversation.segmentNotFound': [404, 'This question doesn’t exist, or it isn’t yours.'],
  'generatedImage.notFound': [404, 'This image doesn’t exist anymore, or it isn’t yours.'],
  'generatedImage.notConfigured': [
    409,
    'No image deployment is configured. Ask an administrator to choose one in the instance settings.',
  ],
  'generatedImage.notOffered': [409, 'The agent of this answer doesn’t create images anymore.'],
  'generatedImage.answering': [409, 'The answer isn’t finished yet. Wait until it is, then try again.'],
  'generatedImage.refused': [
    422,
    'The provider’s content filter refused this image. Describe it differently and try again.',
  ],
  'generatedImage.rejected': [
    502,
    'The image provider rejected the request. The deployment might not support it. Ask an administrator.',
  ],
  'generatedImage.failed': [502, 'The image provider couldn’t create the image. Try again in a moment.'],
  'generatedImage.unreadable': [
    502,
    'The image provider’s response isn’t an image that can be used. Try again.',
  ],
  'generatedImage.busy': [503, 'Too many images are being created. Try again in a moment.'],
  'generatedImage.timeout': [504, 'The image provider took too long. Try again.'],
  'generatedImage.full': [
    409,
    'This conversation has no room for more images. Start a new conversation to create more.',
  ],
  'generatedImage.mask': [422, 'The selected area couldn’t be read. Select it again.'],
  'transcription.notConfigured': [
    409,
    'No transcription deployment is configured. Ask an administrator to choose one in the instance settings.',
  ],
  'transcription.format': [
    422,
    'The recording must be a WAV file in PCM with 16 bits, one or two channels, and 8,000 to 48,000 samples per second.',
  ],
  'transcription.tooLarge': [413, 'The recording is larger than 25 MB. Record a shorter one.'],
  'transcription.tooLong': [422, 'The recording is longer than 10 minutes. Record a shorter one.'],
  'transcription.rejected': [
    502,
    'The transcription provider rejected the recording. The deployment might not support it. Ask an administrator.',
  ],
  'transcription.failed': [
    502,
    'The transcription provider couldn’t transcribe the recording. Try again in a moment.',
  ],
  'transcription.busy': [503, 'Too many recordings are being transcribed. Try again in a moment.'],
  'transcription.timeout': [504, 'The transcription provider took too long. Try again.'],
  'speech.notConfigured': [
    409,
    'The server can’t read aloud. Ask an administrator to choose a speech deployment in the instance settings.',
  ],
  'speech.answerNotFound': [404, 'This answer doesn’t exist anymore, or it isn’t yours.'],
  'speech.rejected': [
    502,
    'The speech provider rejected the request. The deployment or its voice might not exist. Ask an administrator.',
  ],
  'speech.failed': [502, 'The speech provider couldn’t read this aloud. Try again in a moment.'],
  'speech.busy': [503, 'Too much is being read aloud. Try again in a moment.'],
  'speech.timeout': [504, 'Reading this aloud took too long. Try again.'],
  'avatar.notConfigured': [
    409,
    'This server has no talking avatar, or can’t use it now. Ask an administrator to check the setting AVATAR.',
  ],
  'avatar.offer': [
    422,
    'The browser’s offer of a video connection can’t be used. Reload the page, or use another browser.',
  ],
  'avatar.sessionNotFound': [
    404,
    'This avatar isn’t connected anymore, or it isn’t yours. Connect again to continue.',
  ],
  'avatar.busy': [409, 'The avatar already has much to say. Wait until it is done, or stop it.'],
  'avatar.nothingToSay': [422, 'This text has nothing to speak, only code, tables, or formulas.'],
  'avatar.full': [503, 'Too many avatars are in use. Try again in a minute.'],
  'avatar.failed': [503, 'The avatar stopped unexpectedly. Connect again to continue.'],
  'avatar.answersOnly': [422, 'This avatar speaks only answers of your conversations. Send one of them.'],
  'avatar.key': [502, 'The avatar service rejected its key. Ask an administrator to check AZURE_SPEECH_KEY.'],
  'avatar.rejected': [
    502,
    'The avatar service rejected the request. Its character, style, or voice might not exist. Ask an administrator.',
  ],
  'avatar.limited': [502, 'The avatar service is busy or its quota is used up. Try again in a minute.'],
  'avatar.unreachable': [502, 'Can’t reach the avatar service. Connect again in a moment.'],
  'avatar.broken': [502, 'The avatar service failed. Connect again in a moment, or ask an administrator.'],
  'avatar.timeout': [504, 'The avatar service didn’t answer in time. Connect again.'],
  'codeFile.notFound': [404, 'This file doesn’t exist anymore, or it isn’t yours.'],
  'document.notFound': [404, 'This document doesn’t exist anymore, or it isn’t yours.'],
  'document.versionNotFound': [404, 'This version isn’t stored anymore. Choose another one.'],
  'document.tooLarge': [413, 'A document can have up to 500 kB. Shorten it or split it, then try again.'],
  'document.full': [
    409,
    'This conversation has 50 documents, which is the most. Delete one, then try again.',
  ],
  'document.changed': [409, 'The document was changed in the meantime. Select the passage again.'],
  'document.passage': [422, 'Select a passage of up to 20,000 characters.'],
  'document.noModel': [
    409,
    'The agent of this conversation uses no language model, so it can’t rewrite a passage. Edit it yourself, or continue with another agent.',
  ],
  'document.restricted': [
    409,
    'The agent of this conversation answers only from its sources, so it rewrites no passages. Edit it yourself, or continue with another agent.',
  ],
  'document.cut': [
    422,
    'The new text became too long, and its end is missing. Select a shorter passage, then try again.',
  ],
  'document.timeout': [504, 'The model took too long. Select a shorter passage, then try again.'],
  'document.noText': [502, 'The model returned no text. Try again, or describe the change differently.'],
  'research.notAllowed': [409, 'This agent does no research anymore. Ask it a question instead.'],
  'research.nowhere': [
    409,
    'This agent has no libraries and can’t search the web, so it has nothing to research. Ask it a question instead.',
  ],
  'research.notFound': [404, 'There is no research to go on with here. Start a new one.'],
  'research.running': [409, 'Your other research isn’t finished yet. Wait until it is, or stop it.'],
  'research.continued': [
    409,
    'Another answer already continues this research. Go on with that one, or start a new research.',
  ],
  'research.busy': [429, 'This server is doing as much research as it can. Try again in a minute.'],
  'research.budget': [422, 'The tokens aren’t enough for a report. Allow more tokens.'],
  'research.modelFailed': [
    502,
    'The model didn’t answer twice in a row. What was found is kept: continue later, or write the report with it.',
  ],
  'research.reportTime': [
    504,
    'The time ended before the report was written. What was found is kept: write the report with it.',
  ],
  'research.notStored': [
    503,
    'The research couldn’t be stored, so it stopped before using more. What was found is kept: continue in a few minutes.',
  ],
  'research.noText': [
    502,
    'The model wrote no report. What was found is kept: write the report with it again.',
  ],
  'codeRun.answering': [409, 'The answer isn’t finished yet. Wait until it is, then run the code.'],
  'codeRun.agent': [409, 'This agent doesn’t run code anymore, so this code can’t be run again.'],
  'codeRun.off': [409, 'This server can’t run code now. Ask an administrator about the code interpreter.'],
  'codeRun.full': [
    409,
    'This answer has no room for more code and output. Ask for the code in a new question to run it there.',
  ],
  'codeRun.time': [
    429,
    'You’ve reached your limit for running code today. You can run code again after midnight (UTC).',
  ],
  'codeRun.busy': [503, 'Too much code is running. Try again in a minute.'],
  'conversation.temporary': [
    409,
    'Temporary chats aren’t listed and can’t be shared. Ask in a regular chat instead.',
  ],
  'conversation.parent': [
    400,
    'The question to continue from isn’t part of this conversation. Reload the conversation and try again.',
  ],
  'conversation.deployment': [
    409,
    'This agent no longer offers this model. Choose another one and ask again.',
  ],
  'conversation.answering': [
    409,
    'An answer is still being written in this conversation. Wait for it or stop it.',
  ],
  'conversation.tooManyRuns': [429, 'You have too many answers in progress. Wait for one to finish.'],
  'conversation.tooManyStreams': [
    429,
    'You have too many answers open at once. Close some pages and try again.',
  ],
  'guidelines.titleTaken': [409, 'Another guidelines document has this title. Choose another title.'],
  'guidelines.templateTitleTaken': [409, 'Another template has this title. Choose another title.'],
  'guidelines.noSections': [400, 'The document has no sections. Add one before you publish it.'],
  'guidelines.nothingToRead': [
    400,
    'All sections are instructions for the model, so there’s nothing to accept. Add a section that people read, or don’t require acceptance.',
  ],
  'guidelines.tooManySections': [409, 'A document can have 100 sections. Remove one first.'],
  'guidelines.effectiveInPast': [400, 'The date is in the past. Choose a later one, or publish it now.'],
  'guidelines.unchanged': [
    409,
    'Nothing has changed since the latest version, so there’s nothing to publish.',
  ],
  'guidelines.noVersion': [409, 'This document isn’t in effect, so no one can accept it.'],
  'guidelines.otherVersion': [
    409,
    'This document has changed in the meantime. Read the current version and accept that.',
  ],
  'guidelines.consentRequired': [
    403,
    'Read and accept the guidelines of this agent before you ask it something.',
  ],
  'toolCall.notFound': [404, 'This request doesn’t exist, or the answer isn’t yours.'],
  'toolCall.decided': [409, 'This was already decided, or the answer has ended. Ask again if you need it.'],
  'import.notFound': [404, 'This import doesn’t exist, or it isn’t yours.'],
  'import.running': [
    409,
    'Another import of yours is still running. Wait for it to finish, then choose this file.',
  ],
  'import.tooLarge': [
    413,
    'The file is larger than 500 MB. Unzip it and choose the conversations.json inside.',
  ],
  'import.tooMany': [
    422,
    'The file contains more than 50,000 conversations. Split it and import the parts one at a time.',
  ],
  'import.quota': [409, 'You’ve reached the import limit of 2 GB per day. Import this file tomorrow.'],
  'import.kind': [
    415,
    'This isn’t a ChatGPT or LibreChat export. Choose the .zip file from ChatGPT, the conversations.json inside it, or a conversation exported from LibreChat as JSON.',
  ],
  'import.failed': [
    500,
    'The import couldn’t be completed. Choose the file again. Conversations already imported are kept and won’t be duplicated.',
  ],
  'agentSetup.notFound': [404, 'This setup doesn’t exist, or it isn’t yours.'],
  'agentSetup.tooMany': [
    409,
    'You’ve started several agents from websites that aren’t finished yet. Wait for one to finish, then start the next one.',
  ],
  'conversation.passageOnly': [
    403,
    'This library only shows the passages that answers cite. Ask the people who manage it for the whole file.',
  ],
  'conversation.citationNotFound': [404, 'This answer doesn’t cite this source.'],
  'snapshot.off': [403, 'Sharing conversations is turned off. Ask an administrator to turn it on.'],
  'snapshot.notFound': [404, 'This shared conversation doesn’t exist, or it’s no longer shared.'],
  'snapshot.tooMany': [409, 'This conversation has the maximum number of links. Revoke one first.'],
  'snapshot.tooLong': [
    409,
    'This conversation is too long to share. Start a new one for the part you want to share.',
  ],
  'snapshot.empty': [409, 'There’s no answer to share yet. Wait for the first one.'],
  'agent.notFound': [404, 'This agent doesn’t exist, or you don’t have access to it.'],
  'agent.stateNotFound': [404, 'This version doesn’t exist, or you don’t have access to it.'],
  'agent.stateAnswering': [
    409,
    'An answer in a test chat with this draft is still being written. Stop it or wait for it to finish, then try again.',
  ],
  'agent.stateNotDraft': [409, 'Only drafts can be changed. Create a new draft from this version.'],
  'agent.deployment': [400, 'Choose a deployment of this model provider.'],
  'agent.personalOff': [403, 'Personal agents are turned off. Ask an administrator to turn them on.'],
  'agent.tooMany': [409, 'You’ve reached the limit for personal agents. Ask an administrator to raise it.'],
  'agent.receiver': [
    409,
    'Ownership can’t be transferred to this person. Choose someone who appears in your search and can sign in.',
  ],
  'agent.receiverFull': [
    409,
    'This person has reached the limit for personal agents. Choose someone else, or ask an administrator to raise it.',
  ],
  'agent.ownerMaySignIn': [
    409,
    'People who can sign in transfer their agents themselves. Disable the account first.',
  ],
  'agent.sharesFull': [
    409,
    'The agent is shared with the maximum number of people and groups. Remove one first, or don’t keep access for yourself.',
  ],
  'agent.tooManyPins': [409, 'You’ve pinned the maximum number of agents. Unpin one first.'],
  'agent.unnamed': [409, 'The agent has no name yet. Enter one first.'],
  'agent.tooManyLibraries': [
    409,
    'This agent is linked to the maximum number of libraries. Unlink one first.',
  ],
  'agent.hasDraft': [409, 'This agent already has a draft. Continue with it, or delete it first.'],
  'agent.onlyState': [409, 'This is the agent’s only version. Delete the agent instead.'],
  'agent.avatarNotFound': [404, 'This agent doesn’t have its own picture.'],
  'agent.linkNotFound': [404, 'This library isn’t linked to the draft.'],
  'agent.publicationNotFound': [
    404,
    'This publication of the agent doesn’t exist, or there’s nothing to restore.',
  ],
  'prompt.notFound': [404, 'This prompt doesn’t exist, or you don’t have access to it.'],
  'prompt.taken': [409, 'A prompt with this title already exists. Choose another title.'],
  'prompt.tooMany': [409, 'The maximum number of prompts has been reached. Delete one first.'],
  'memory.notFound': [404, 'This memory doesn’t exist or was deleted.'],
  'memory.notAllowed': [409, 'Memory isn’t allowed on this instance. Ask an administrator.'],
  'memory.known': [409, 'This is already remembered.'],
  'memory.full': [409, 'The maximum number of memories has been reached. Delete one first.'],
  'agent.noDraft': [409, 'This agent has no draft. Create one first.'],
  'dataSource.notFound': [404, 'This file library doesn’t exist, or you don’t have access to it.'],
  'dataSource.nameTaken': [409, 'A file library with this name already exists. Choose another name.'],
  'dataSource.inUse': [
    409,
    'Agents still answer from this file library. Remove it from them first, or delete it together with its links.',
  ],
  'dataSource.linked': [409, 'This file library is already linked to the agent.'],
  'conversation.cannotSee': [
    422,
    'This agent can’t read images. Remove the image, or ask an agent whose model can.',
  ],
  'conversation.imagesNotSent': [
    422,
    'Images aren’t sent to model providers here, because personal data in them can’t be hidden. Remove the image.',
  ],
  'visionImage.notSendable': [
    409,
    'An image in this question is no longer stored, or belongs to another conversation. Add the image again and resend the question.',
  ],
  'visionImage.notFound': [404, 'This image doesn’t exist, or it isn’t yours.'],
  'visionImage.tooLarge': [
    413,
    'The image is larger than 20 MB or 40 megapixels. Make it smaller and add it again.',
  ],
  'visionImage.quota': [
    409,
    'You’ve reached the limit of 200 unsent images. Send some, or wait until tomorrow, then add the image again.',
  ],
  'attachment.notFound': [404, 'This attachment doesn’t exist, or it isn’t yours.'],
  'attachment.sent': [409, 'This attachment was sent with a question and can’t be removed.'],
  'attachment.tooLarge': [413, 'The file is larger than 50 MB. Split it and attach the parts.'],
  'attachment.quota': [
    409,
    'You’ve reached the limit of 200 unsent attachments or 1 GB. Send or remove some, then attach the file again.',
  ],
  'entity.notFound': [404, 'This entry isn’t in the graph anymore. Search for it again.'],
  'passage.notFound': [404, 'This passage doesn’t exist anymore. Its file was deleted or replaced.'],
  'archive.notFound': [404, 'This archive doesn’t exist, or you don’t have access to it.'],
  'archive.kind': [
    415,
    'This isn’t a ZIP archive. Upload other files by themselves, or pack them in a ZIP archive.',
  ],
  'archive.tooLarge': [413, 'The archive is larger than 2 GB. Split it and upload the parts.'],
  'archive.tooMuch': [
    422,
    'The archive has more than 10,000 files and folders, or unpacks to more than 4 GB. Split it and upload the parts.',
  ],
  'archive.broken': [
    422,
    'The archive is damaged, or its files overlap. Create it again and upload the new one.',
  ],
  'archive.empty': [422, 'The archive contains no files to add. Pack at least one file and upload it again.'],
  'archive.tooMany': [
    409,
    'Ten of your archives are still being unpacked. Wait for one of them to finish and try again.',
  ],
  'archive.failed': [
    500,
    'The archive couldn’t be unpacked completely. Upload it again. Files already added stay and won’t be duplicated.',
  ],
  'archive.permission': [403, 'The person who uploaded it can no longer change this library.'],
  'archive.name': [
    422,
    'The path of this file is unsafe or can’t be read. Rename the file or its folders and upload it again.',
  ],
  'archive.longName': [
    422,
    'The name of this file or its folders is too long. Shorten it and upload the file again.',
  ],
  'archive.sameName': [
    422,
    'The archive has another file with this name in the same folder. Rename one of them and upload it again.',
  ],
  'archive.link': [422, 'This is a link, not a file. Upload the file that it points to.'],
  'archive.nested': [422, 'This is another archive. Upload it by itself to unpack it.'],
  'archive.method': [
    422,
    'This file is compressed in a way that isn’t supported. Create the archive again with the standard compression, Deflate.',
  ],
  'file.notFound': [404, 'This file doesn’t exist, or you don’t have access to it.'],
  'file.nameTaken': [409, 'The folder already has a file with this name. Rename one of them.'],
  'file.empty': [400, 'The file is empty. Choose a file with content.'],
  'file.tooLarge': [413, 'The file is larger than 100 MB. Split it and upload the parts.'],
  'file.kind': [
    415,
    'This file type isn’t supported. Upload a document, spreadsheet, presentation, email, book, subtitles, code, data, or text.',
  ],
  'file.encrypted': [422, 'The file is password-protected. Remove the password and upload it again.'],
  'file.scanned': [
    422,
    'The file contains only images of pages, without text. Turn on text recognition in its library, or run it (OCR) on the file and upload it again.',
  ],
  'file.broken': [422, 'The file is damaged and couldn’t be opened. Save it again and upload the new file.'],
  'file.unpacksTooLarge': [422, 'The file is too large when unpacked. Split it and upload the parts.'],
  'file.noText': [422, 'The file contains no readable text. Upload a file with text.'],
  'file.imageWithoutOcr': [
    422,
    'This library doesn’t read pictures. Turn on text recognition in the library and upload the file again.',
  ],
  'dataSource.ocrOff': [409, 'The library doesn’t read scanned pages. Turn on text recognition first.'],
  'dataSource.ocrDeployment': [
    409,
    'This model can’t read scanned pages. Choose a deployment that supports images.',
  ],
  'dataSource.ocrRedacted': [
    409,
    'Model providers get no personal data, and pictures can’t be redacted. Read scanned pages with Tesseract instead.',
  ],
  'dataSource.ocrNotInstalled': [
    409,
    'The server has no text recognition, or it’s turned off. Ask an operator to install the package tesseract-ocr and restart the server.',
  ],
  'dataSource.ocrLanguageMissing': [
    409,
    'The server can’t read this language. Install its package, such as tesseract-ocr-ara for Arabic, and restart the server.',
  ],
  'file.tooHard': [422, 'Reading the file took too much time or memory. Split it and upload the parts.'],
  'file.failed': [
    500,
    'The file couldn’t be read. Upload it again. If it fails again, ask an administrator.',
  ],
  'file.interrupted': [400, 'The upload was interrupted and nothing was stored. Upload the file again.'],
  'brand.notFound': [404, 'This brand doesn’t exist.'],
  'brand.keyTaken': [409, 'A brand with this key already exists. Choose another key.'],
  'brand.nameTaken': [409, 'A brand with this name already exists. Choose another name.'],
  'brand.hostTaken': [
    409,
    'Another brand already uses this host name. Remove it there first, or choose another one.',
  ],
  'brand.inUse': [409, 'This brand is in use. Choose another brand wherever it’s used, then delete it.'],
  'brand.default': [409, 'The default brand can’t be deleted. Make another brand the default first.'],
  'brand.fileNotFound': [404, 'This image doesn’t exist.'],
  'brand.importFile': [
    400,
    'This file isn’t an exported brand. Choose a file saved with Export and not changed since.',
  ],
  'user.notFound': [404, 'This user doesn’t exist, or you don’t have access to them.'],
  'user.known': [409, 'This person already has an account here.'],
  'user.ownedByDirectory': [
    409,
    'This account is managed in your company directory. Change it there. It’s updated here at the next sign-in.',
  ],
  'user.self': [409, 'You can’t disable or delete yourself. Ask another administrator.'],
  'user.beyondOwn': [
    403,
    'This user has permissions that you don’t have. Ask someone who has the listed permissions to change the account.',
  ],
  'user.disabled': [409, 'This account is disabled. Enable it first.'],
  'session.notFound': [404, 'This session doesn’t exist, or it isn’t yours.'],
  'userRole.notFound': [404, 'This role doesn’t exist, or you don’t have access to it.'],
  'userRole.nameTaken': [409, 'A role with this name already exists. Choose another name.'],
  'userRole.builtIn': [
    409,
    'Built-in roles can’t be changed or deleted. Create your own role from it instead.',
  ],
  'userRole.inUse': [409, 'This role is assigned to people or groups. Unassign it first, then delete it.'],
  'userRole.everyone': [409, 'Everyone who is signed in has this role, so it can’t be assigned.'],
  'userRole.lastAdministrator': [
    409,
    'At least one enabled user must have the Administrator role directly. Assign it to someone else first.',
  ],
  'access.beyondOwn': [
    403,
    'You can only grant or revoke permissions that you have yourself. Leave out the listed ones, or ask someone who has them.',
  ],
  'chatAccessPolicy.notFound': [404, 'This policy doesn’t exist, or you don’t have access to it.'],
  'chatAccessPolicy.nameTaken': [409, 'A policy with this name already exists. Choose another name.'],
  'audit.notFound': [404, 'This audit log entry doesn’t exist.'],
  'audit.kind': [409, 'Objects of this type can’t be restored from here. Change the object on its own page.'],
  'audit.nothingDone': [409, 'This attempt changed nothing, so there’s nothing to revert.'],
  'audit.nothingBefore': [409, 'There’s no version before this change. Delete the object on its own page.'],
  'audit.removed': [
    409,
    'The object was deleted, and objects of this type can’t be created again from here.',
  ],
  'audit.sameState': [409, 'The object is already as it was before this change.'],
  'usage.limit': [
    429,
    'You’ve reached your limit for this agent. Wait until the day or month ends, or ask an administrator.',
  ],
  'usage.agentLimit': [
    429,
    'The limit for this agent has been reached, by you or by everyone combined. Wait until the day or month ends, or ask an administrator.',
  ],
  'usage.instanceLimit': [
    429,
    'The limit for this instance has been reached, by you or by everyone combined. Wait until the day or month ends, or ask an administrator.',
  ],
  'usage.budget': [
    429,
    'A budget that this chat counts toward is used up for this month. Wait until next month (UTC), or ask an administrator.',
  ],
  'usage.unpriced': [
    409,
    'Your limit for this agent is in US dollars, but its deployment has no price. Ask an administrator to set one in the instance settings, under Deployments.',
  ],
  'image.tooLarge': [
    413,
    'The image is larger than 5 MB or 40 megapixels. Make it smaller and upload it again.',
  ],
  'image.kind': [415, 'This image type isn’t supported. Upload PNG, JPEG, WebP, GIF, AVIF, or SVG.'],
  'image.broken': [422, 'The image is damaged. Save it again and upload the new file.'],
  'image.tooHard': [
    422,
    'Rendering this SVG took too much time or memory. Export it as PNG and upload that.',
  ],
  'image.busy': [503, 'Other images are being processed. Try again in a moment.'],
  'instanceSettings.off': [
    403,
    'The instance settings are turned off. Someone who can change them can turn on ShowInstanceSettingsPage.',
  ],
  'apiKey.none': [409, 'There’s no API key yet. Set one first.'],
  'apiKey.fixed': [409, 'This API key is set in the server environment. Change it there.'],
  'apiKey.needed': [400, 'Enter the API key again. The stored key belongs to another host.'],
  'apiKey.endpointNeeded': [400, 'Enter the URL of this provider.'],
  'apiKey.endpointInsecure': [
    400,
    'Enter an https URL. Keys are sent unencrypted only to hosts listed in EGRESS_ALLOW.',
  ],
  'conversationRead.notFound': [404, 'This permission to read doesn’t exist, or it isn’t yours.'],
  'conversationRead.noVisitor': [404, 'This visitor doesn’t exist, or left nothing to read.'],
  'conversationRead.own': [409, 'You can read your own conversations under History.'],
  'conversationRead.ended': [
    409,
    'The time for reading is over. If you still need to read, give a reason again.',
  ],
  'conversationRead.waiting': [409, 'Someone else has to approve this first.'],
  'conversationRead.approver': [403, 'Neither the reader nor the person concerned can approve this.'],
  'conversationRead.decided': [409, 'This no longer waits for approval.'],
  'dataExport.notFound': [404, 'This export doesn’t exist, or it isn’t yours.'],
  'dataExport.off': [
    403,
    'Exports of personal data are turned off here. Ask an administrator for your data.',
  ],
  'dataExport.own': [409, 'Export your own data on your account page.'],
  'dataExport.running': [409, 'An export is already being created. Wait until it’s ready.'],
  'dataExport.tooMany': [409, 'You’ve created three exports within 24 hours. Try again tomorrow.'],
  'dataExport.notReady': [409, 'This export isn’t ready yet. Try again in a few minutes.'],
  'dataExport.failed': [409, 'This export couldn’t be created. Create another one.'],
  'dataExport.expired': [410, 'This export has expired. Create another one.'],
  'dataExport.waiting': [409, 'Someone else has to approve this export first.'],
  'dataExport.approver': [
    403,
    'Neither the one who asked for the export nor the person concerned can approve it.',
  ],
  'dataExport.decided': [409, 'This export no longer waits for approval.'],
  'erasure.notFound': [404, 'This statement doesn’t exist.'],
  'erasure.off': [403, 'You can’t delete your account yourself here. Ask an administrator.'],
  'performanceTest.notFound': [404, 'This performance test doesn’t exist, or you don’t have access to it.'],
  'performanceTest.nameTaken': [409, 'Another test of this agent has this name. Choose another name.'],
  'performanceTest.tooMany': [
    409,
    'This agent has as many performance tests as allowed. Delete one that isn’t needed anymore.',
  ],
  'performanceTest.tooManyCases': [
    409,
    'A test can have 1,000 cases. Remove some, or add the rest to another test.',
  ],
  'performanceTest.fileTooLarge': [
    413,
    'The file is too large for a test of at most 1,000 cases. Remove lines from it and try again.',
  ],
  'performanceTest.file': [
    400,
    'The file couldn’t be read as cases. Use CSV with a column named “question”, or JSON Lines, in UTF-8.',
  ],
  'performanceTest.encoding': [
    400,
    'The file isn’t in UTF-8 or UTF-16. Save it again as “CSV UTF-8” and try again.',
  ],
  'performanceTest.lines': [
    400,
    'Some lines can’t be imported, so nothing was. Correct them, or import the others without them.',
  ],
  'performanceTest.inGate': [
    409,
    'This test decides what can be published of its agent. Change that first, and then delete the test.',
  ],
  'performanceTest.gated': [
    403,
    'This decides what can be published of the agent. Ask someone with the permission “Approve publishing of agents” to change it.',
  ],
  'publishRequest.notFound': [404, 'This request doesn’t exist, or you can’t decide about it.'],
  'publishRequest.own': [403, 'Someone else has to decide about your own request.'],
  'publishRequest.decided': [409, 'This request was already decided. Reload the page.'],
  'publishRequest.open': [
    409,
    'Another version waits for approval. Withdraw that request, or wait until it is decided.',
  ],
  'publishRequest.changed': [
    409,
    'The version was changed after it was requested. It has to be requested again.',
  ],
  'agent.gate': [
    409,
    'This version can’t be published yet, because of what its agent has to reach in a performance test. Run the test, or improve the version.',
  ],
  'performanceTest.noCases': [409, 'This test has no cases. Add one before you start a run.'],
  'performanceCase.candidate': [
    409,
    'This question can’t be used anymore. Its conversation may have been deleted, or its use is no longer allowed.',
  ],
  'performanceCase.turn': [
    404,
    'No test case can be created from this question. It may be in a temporary or deleted chat, or you can’t change the tests of its agent.',
  ],
  'performanceCase.file': [
    404,
    'This file isn’t in a library of the agent, or you can’t read it. Choose another file.',
  ],
  'performanceCase.fileUnread': [
    409,
    'This file has no text that can be searched. If it’s still being read, try again later. Otherwise, choose another file.',
  ],
  'performanceCase.model': [
    409,
    'This model can’t propose cases, because its deployment isn’t there or isn’t allowed to judge. Choose another one, or use rules.',
  ],
  'performanceCase.unreadable': [
    502,
    'The model’s answers couldn’t be read, also when it was asked again. Try again, or use rules.',
  ],
  'performanceCase.time': [504, 'Proposing cases took too long. Try again, or use rules.'],
  'performanceCase.notFound': [404, 'This case doesn’t exist anymore. Reload the test.'],
  'performanceRun.notFound': [404, 'This run doesn’t exist anymore. Reload the test.'],
  'performanceRun.running': [409, 'A run of this test is in progress. Wait until it has ended, or stop it.'],
  'performanceRun.stopped': [409, 'The run was stopped.'],
  'performanceRun.stateChanged': [
    409,
    'The draft was changed while it was tested, so its answers can’t be compared. Start the run again.',
  ],
  'performanceTest.judge': [
    409,
    'The judge of this test can’t be used, because its deployment isn’t there or isn’t allowed to judge. Choose another one for the test, or ask an administrator.',
  ],
  'performanceTest.noJudge': [409, 'This test has no judge. Choose one for the test first.'],
  'performanceTest.nothingRated': [
    409,
    'There are no rated answers of this agent yet that may be used for tests, so the judge can’t be compared with people.',
  ],
  'performanceRun.notJudged': [
    502,
    'The judge’s answer couldn’t be read, also when it was asked again. Start the run again, or choose another judge.',
  ],
  'performanceRun.notCompleted': [409, 'Only completed runs can be compared. Wait until both have ended.'],
  'performanceRun.ceiling': [409, 'The run stopped because its answers cost as much as allowed.'],
  'performanceRun.unpriced': [
    409,
    'The run stopped because it has a cost limit, but the price of a deployment isn’t known. Start it without a limit, or ask an administrator to enter the price.',
  ],
  'unansweredQuestion.notFound': [
    404,
    'This question isn’t in the list anymore. Its chats might have been deleted.',
  ],
  'legalHold.held': [
    409,
    'This is under a legal hold, so it can’t be deleted until an administrator releases the hold.',
  ],
  'legalHold.notFound': [404, 'This legal hold doesn’t exist.'],
  'legalHold.released': [409, 'This legal hold was already released.'],
  'legalHold.limit': [409, 'There are already 1,000 legal holds. Release one first.'],
  'budget.notFound': [404, 'This budget doesn’t exist. It might have been deleted.'],
  'budget.exists': [409, 'There is already a budget for this brand, agent, or group. Change that one.'],
  'budget.limit': [409, 'There are already 500 budgets. Delete one first.'],
  'announcement.notFound': [404, 'This announcement doesn’t exist. It might have been deleted, or be over.'],
  'announcement.limit': [
    409,
    'There are already 100 announcements that are shown or scheduled. Delete one first.',
  ],
  'announcement.otherEdition': [409, 'This announcement was changed in the meantime. Read it again.'],
  'webhook.notFound': [404, 'This webhook doesn’t exist. It might have been deleted.'],
  'webhook.limit': [409, 'There are already 20 webhooks. Delete one first.'],
  'webhook.insecure': [
    400,
    'Enter an https URL. Unencrypted requests are sent only to hosts listed in EGRESS_ALLOW.',
  ],
  'supervisionExport.notFound': [404, 'This export doesn’t exist. It might have been deleted.'],
  'supervisionExport.limit': [409, 'There are already 10 supervision exports. Delete one first.'],
  'supervisionExport.noFolder': [
    409,
    'Files can’t be written on this server. Set SUPERVISION_EXPORT_DIR in its environment first.',
  ],
  'supervisionExport.fileNameTaken': [409, 'Another export writes files with this name. Enter another one.'],
  'supervisionExport.otherKind': [400, 'An export can’t change from files to a webhook. Create another one.'],
  'supervisionExport.notSent': [
    400,
    'These entries haven’t been exported yet, or don’t exist. Choose an earlier position or time.',
  ],
  'supervisionExport.off': [409, 'This export is off. Turn it on first.'],
  'publicChat.unavailable': [404, 'This chat isn’t available. Check the link, or try again later.'],
  'publicChat.session': [
    401,
    'Your chat session has ended. Reload the page to start a new one. Your text isn’t lost until you leave the page.',
  ],
  'publicChat.challenge': [400, 'Your browser’s check has expired or failed. Ask again.'],
  'publicChat.claim': [
    404,
    'This chat can’t be taken along: the code has expired, or the chat has ended. Go back to the chat and try again.',
  ],
  'publicChat.origin': [403, 'A chat session can only be started on the chat page itself. Open its link.'],
  'publicChat.off': [409, 'This chat was turned off while it was answering. Try again later.'],
  'publicChat.budget': [
    429,
    'This chat has answered all the questions it can for now. Wait a while and ask again.',
  ],
  'publicChat.visitorLimit': [
    429,
    'You’ve asked all the questions you can ask here today. Ask again tomorrow.',
  ],
  'publicChat.networkLimit': [
    429,
    'Your network has asked all the questions it can ask here today. Ask again tomorrow.',
  ],
  'publicChat.noImages': [422, 'This chat doesn’t accept images. Remove the image and describe it instead.'],
  'publicChat.imageQuota': [
    409,
    'Too many images are waiting to be sent. Send or remove some, or add the image later.',
  ],
  'publicChat.noAttachments': [
    422,
    'This chat doesn’t accept files. Remove the file, and paste the part that matters into your question.',
  ],
  'publicChat.attachmentTooLarge': [413, 'The file is larger than 10 MB. Split it and attach the parts.'],
  'publicChat.attachmentQuota': [
    409,
    'You’ve attached as many files as this chat can keep for you. Ask without the file.',
  ],
  'publicChat.pageAttachmentQuota': [
    409,
    'This chat can’t accept more files today. Ask without the file, or try again tomorrow.',
  ],
  'publicChat.noDownload': [
    403,
    'This chat doesn’t offer its sources for download. Read the quoted passage.',
  ],
  'escalation.notConfigured': [
    409,
    'This chat can’t send conversations to its team. Use the contact on the page if there is one.',
  ],
  'escalation.empty': [409, 'There’s nothing to send yet. Ask a question first.'],
  'escalation.visitorLimit': [
    429,
    'You’ve sent as many conversations as you can today. Try again tomorrow, or use the contact on the page if there is one.',
  ],
  'escalation.networkLimit': [
    429,
    'Your network has sent as many conversations as it can today. Try again tomorrow, or use the contact on the page if there is one.',
  ],
  'escalation.pageLimit': [
    429,
    'The team has received as many conversations as it can today. Try again tomorrow, or use the contact on the page if there is one.',
  ],
  'escalation.notFound': [404, 'This conversation doesn’t exist, or you don’t have access to it.'],
  'escalation.expired': [410, 'Links to sent conversations open them for 7 days. This link has expired.'],
  'publicEndpoint.notFound': [404, 'This agent has no public page yet. Save its settings first.'],
  'publicEndpoint.slugTaken': [409, 'Another agent already uses this name. Choose another one.'],
  'publicEndpoint.slugReserved': [
    409,
    'This name belonged to a deleted public page and is reserved for 90 days. Choose another one.',
  ],
  'publicEndpoint.flagOff': [
    403,
    'Public pages are turned off. Ask an administrator to turn on AllowPublicEndpoints.',
  ],
  'publicEndpoint.unpublished': [
    409,
    'Only a published agent can have a public page turned on. Publish it first.',
  ],
  'publicEndpoint.library': [
    409,
    'The agent answers from a file library that can’t be used on public pages. Allow it there, or unlink it and publish again.',
  ],
  'publicEndpoint.policy': [
    409,
    'The agent’s own chat access policy is turned off, outside its dates, or for another brand. Change it under Chat Access Policies first.',
  ],
  'publicEndpoint.unpriced': [
    409,
    'A limit in US dollars needs prices for all deployments of the agent. Set them in the instance settings, under Deployments.',
  ],
  'publicEndpoint.networks': [
    409,
    'Visitors can’t be told apart by network here. Set TRUST_PROXY on the server first, or leave this limit empty.',
  ],
  'publicEndpoint.noEmail': [
    409,
    'This instance doesn’t send email. Set SMTP_URL and MAIL_FROM on the server first, or choose a webhook.',
  ],
  'publicEndpoint.secretMissing': [400, 'Enter a secret. Requests to the webhook are signed with it.'],
  'dataSource.public': [
    409,
    'A public page that is turned on answers from this file library. Turn off the page or unlink the library first.',
  ],
  'deployment.notFound': [404, 'This provider has no API key yet, so it has no deployments.'],
  'storage.full': [
    507,
    'The storage is full and nothing was stored. Ask an administrator to free up space, then try again.',
  ],
  'storage.unwritable': [
    507,
    'The server can’t write to its storage, so the file wasn’t stored. Ask an administrator to check the data folder.',
  ],
  'dataSource.hasFiles': [
    409,
    'The files of this library are in its container. Delete the files, or create another library, to use another container.',
  ],
  'dataSource.notConfirmed': [
    409,
    'This library was restored from a backup. Save its endpoints again before you add files.',
  ],
  'storage.refused': [
    502,
    'The container refuses the key, or the key doesn’t allow everything. It must read, write, delete, and list.',
  ],
  'storage.noContainer': [502, 'There is no container with this name. Create it first, or correct the URL.'],
  'storage.otherContent': [502, 'The container returned something else than what was stored. Check its URL.'],
  'storage.unreachable': [
    503,
    'The server can’t reach its storage for files. Try again in a moment. If it happens again, ask an administrator.',
  ],
  'index.unreachable': [
    503,
    'The server can’t reach the database of the index. Check the host and the port, and that the database accepts encrypted connections with a valid certificate.',
  ],
  'index.refused': [502, 'The database refuses the user, the password, or its own name. Correct them.'],
  'index.noRights': [
    502,
    'This user can’t create the schema or its tables. Grant the right to create them, or create the schema with this user as its owner.',
  ],
  'index.tooOld': [502, 'This database is older than PostgreSQL 14. Use a newer one.'],
  'index.notOurs': [409, 'Something else uses this schema. Enter another index name.'],
  'dataSource.hasPassages': [
    409,
    'The passages of this library are in its index. Delete the files, or create another library, to use another index.',
  ],
  'engine.notConfigured': [409, 'This model provider isn’t configured. Ask an administrator.'],
  'engine.notApproved': [
    409,
    'The model of this agent isn’t approved here. Choose another model, or ask an administrator to approve it.',
  ],
  'engine.unreachable': [502, 'Can’t reach the language model. Try again in a moment.'],
  'engine.key': [502, 'The model provider rejected the API key. Ask an administrator to check it.'],
  'engine.deployment': [
    502,
    'The model provider doesn’t know this deployment. Ask an administrator to check it.',
  ],
  'engine.refused': [
    502,
    'The language model rejected the request. Shorten the question or ask an administrator.',
  ],
  'engine.contextLength': [
    502,
    'The question and its sources are too long for the language model. Shorten the question or start a new conversation.',
  ],
  'engine.instructions': [
    502,
    'The instructions of this agent are too long for its language model. Choose another model, or ask an administrator to shorten them.',
  ],
  'engine.filtered': [
    502,
    'The provider’s content filter blocked the question or its answer. Rephrase the question.',
  ],
  'engine.credit': [
    502,
    'The account at the model provider has no credit left. Ask an administrator to add some.',
  ],
  'engine.empty': [502, 'The language model didn’t return an answer. Try again or rephrase the question.'],
  'engine.busy': [503, 'The language model is busy. Try again in a moment.'],
  'engine.failed': [502, 'The language model failed. Try again.'],
  'engine.malformed': [502, 'The language model’s response couldn’t be read. Try again.'],
  'engine.broken': [
    502,
    'The connection to the language model was lost. The partial answer is kept. Try again.',
  ],
  'engine.firstTokenTimeout': [504, 'The language model didn’t start answering in time. Try again.'],
  'engine.silence': [504, 'The language model stopped responding. The partial answer is kept. Try again.'],
  'egress.refused': [
    400,
    'Connecting to this address isn’t allowed. Ask an administrator to allow its host.',
  ],
  'run.interrupted': [500, 'The answer was interrupted because the server stopped. Try again.'],
  'server.starting': [503, 'Application is initializing, please wait...'],
  'server.draining': [503, 'The server is restarting. Try again in a moment.'],
  'server.database': [503, 'Can’t reach the database. Try again in a moment.'],
  'server.failed': [
    500,
    'Something went wrong. Try again. If the problem continues, give the request ID to an administrator.',
  ],
} as const satisfies Record<string, readonly [status: number, text: string]>

export type ErrorCode = keyof typeof errors

/** Browser messages for calls without a usable response, which have no status. */
export const transportErrors = {
  FETCH_ERROR: 'Can’t reach the server. Check your connection and try again.',
  TIMEOUT_ERROR: 'The server didn’t respond in time. Try again.',
  PARSING_ERROR: 'The server’s response couldn’t be read. Reload the page and try again.',
} as const

export type TransportError = keyof typeof transportErrors
export interface FieldError {
  field: string
  message: string
}

/** An error body: RFC 9457 `application/problem+json`. */
export interface Problem {
  type: string
  title: string
  status: number
  code: ErrorCode
  requestId: string
  errors?: FieldError[]
  /** With `request.stale`: the current object. */
  current?: unknown
}
