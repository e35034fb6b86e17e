/**
 * The one registry of errors: code, HTTP status and a text that says what happened and what to do.
 * Codes are stable; texts may be improved. The documentation's table is generated from here.
 */
export const errors = {
  'request.malformed': [400, 'The request could not be read. Send a JSON object as UTF-8.'],
  'request.invalid': [400, 'Some fields are not valid. Correct the fields that are named and send it again.'],
  'request.idempotencyKey': [400, 'Send an Idempotency-Key header of 8 to 200 printable characters.'],
  'request.tooLarge': [413, 'The request is too large. Send less at once.'],
  'request.mediaType': [415, 'This content type is not taken here. Send application/json.'],
  'request.multipart': [415, 'Send the file as multipart/form-data in a part named "file".'],
  'request.method': [405, 'This method is not allowed here.'],
  'request.host': [421, 'This host name is not served here.'],
  'request.ifMatch': [428, 'Send If-Match with the ETag of the version that you edited.'],
  'request.stale': [412, 'Somebody changed this meanwhile. Load it again and repeat your change.'],
  'request.reusedKey': [422, 'This Idempotency-Key was used for another request. Send a new key.'],
  'request.rate': [429, 'Too many requests. Wait as long as Retry-After says and send it again.'],
  'request.notFound': [404, 'There is nothing here, or you may not see it.'],
  'auth.required': [401, 'Sign in first.'],
  'auth.token': [401, 'The sign-in was not accepted. Sign in again.'],
  'auth.directory': [503, 'The sign-in service cannot be reached. Try again in a moment.'],
  'auth.disabled': [403, 'This account is disabled. Ask an administrator.'],
  'access.denied': [403, 'You may not do this. Ask an administrator for the action that it needs.'],
  'conversation.notFound': [404, 'This conversation does not exist, or it is not yours.'],
  'conversation.segmentNotFound': [404, 'This question does not exist, or it is not yours.'],
  'conversation.temporary': [
    409,
    'A temporary chat is in no list, and is not shared. Ask in a chat that is kept for that.',
  ],
  'conversation.parent': [400, 'The question to continue from is not part of this conversation.'],
  'conversation.deployment': [
    409,
    'This agent does not offer this model any more. Choose another one and ask again.',
  ],
  'conversation.answering': [409, 'This conversation is being answered. Wait for the answer or stop it.'],
  'conversation.tooManyRuns': [429, 'Too many answers are running for you. Wait for one to end.'],
  'conversation.tooManyStreams': [
    429,
    'You are reading too many answers at once. Close some of the pages and try again.',
  ],
  'import.notFound': [404, 'This import does not exist, or it is not yours.'],
  'import.running': [409, 'An import of yours is under way. Wait for its end, then choose this file.'],
  'import.tooLarge': [
    413,
    'The file is larger than 500 MB. Unpack it and choose the conversations.json in it.',
  ],
  'import.tooMany': [
    422,
    'The file has more than 50,000 conversations. Split it and choose the parts one after the other.',
  ],
  'import.quota': [
    409,
    'You have brought 2 GB of exports within a day, which is as much as one person can. Come back tomorrow with this one.',
  ],
  'import.kind': [
    415,
    'This is not an export of ChatGPT or LibreChat. Choose the .zip that ChatGPT sent you, the conversations.json in it, or a conversation that LibreChat exported as JSON.',
  ],
  'import.failed': [
    500,
    'The import could not be finished. Choose the file once more: what was taken over stays, and comes no second time.',
  ],
  'conversation.citationNotFound': [404, 'This source is not cited by this answer.'],
  'snapshot.off': [403, 'Sharing conversations is switched off here. Ask an administrator to allow it.'],
  'snapshot.notFound': [404, 'This shared conversation does not exist, or it is shared no more.'],
  'snapshot.tooMany': [409, 'This conversation is shared by as many links as it can have. Revoke one first.'],
  'snapshot.tooLong': [
    409,
    'This conversation is too long to be shared. Begin a new one for what is to be shared.',
  ],
  'snapshot.empty': [409, 'There is no answer to be shared yet. Wait for the first one.'],
  'agent.notFound': [404, 'This agent does not exist, or you may not use it.'],
  'agent.stateNotFound': [404, 'This configuration does not exist, or you may not see it.'],
  'agent.stateAnswering': [
    409,
    'A test chat with this draft is being answered. Stop the answer or wait for its end, then try again.',
  ],
  'agent.stateNotDraft': [409, 'Only a draft can be changed. Make a new draft from it.'],
  'agent.deployment': [400, 'Choose a deployment of this language engine.'],
  'agent.personalOff': [403, 'Personal agents are switched off here. Ask an administrator to allow them.'],
  'agent.tooMany': [
    409,
    'You have as many agents of your own as one person can have here. Ask an administrator for more.',
  ],
  'agent.receiver': [
    409,
    'There is nobody like this who may have the agent. Choose somebody whom you may find and who may sign in.',
  ],
  'agent.receiverFull': [
    409,
    'This person has as many agents of their own as one person can have here. Choose somebody else, or ask an administrator for more.',
  ],
  'agent.ownerMaySignIn': [
    409,
    'Whoever may sign in hands their agents over themselves. Disable the account first.',
  ],
  'agent.sharesFull': [
    409,
    'The agent is shared with as many people and groups as there is room for. Take one off first, or keep nothing of it.',
  ],
  'agent.tooManyPins': [409, 'You have pinned as many agents as there is room for. Unpin one first.'],
  'agent.unnamed': [409, 'The agent has no name yet. Give it one first.'],
  'agent.tooManyLibraries': [
    409,
    'This agent is linked to as many libraries as there is room for. Take one off first.',
  ],
  'agent.hasDraft': [409, 'This agent has a draft already. Go on with that one, or throw it away first.'],
  'agent.onlyState': [409, 'This is all that the agent has. Remove the agent instead.'],
  'agent.avatarNotFound': [404, 'This agent has no picture of its own.'],
  'agent.linkNotFound': [404, 'This library is not linked to the draft.'],
  'agent.publicationNotFound': [404, 'This agent was not published then, or there is nothing to go back to.'],
  'prompt.notFound': [404, 'This prompt does not exist, or you may not see it.'],
  'prompt.taken': [409, 'There is a prompt with this title already. Choose another title.'],
  'prompt.tooMany': [409, 'There is no room for more prompts. Remove one first.'],
  'agent.noDraft': [409, 'This agent has no draft. Make one first.'],
  'dataSource.notFound': [404, 'This file library does not exist, or you may not see it.'],
  'dataSource.nameTaken': [409, 'A file library of this name exists. Choose another name.'],
  'dataSource.linked': [409, 'This file library is linked to the agent already.'],
  'conversation.cannotSee': [
    422,
    'This agent cannot look at images. Remove the image, or ask an agent whose model sees.',
  ],
  'visionImage.notSendable': [
    409,
    'An image of this question is kept no longer, or belongs to another conversation. Ask again and add the image anew.',
  ],
  'visionImage.notFound': [404, 'This image does not exist, or it is not yours.'],
  'visionImage.tooLarge': [
    413,
    'The image is larger than 20 MB or 40 megapixels. Make it smaller and add it again.',
  ],
  'visionImage.quota': [
    409,
    'Too many images wait to be sent: at most 200. Send some, or come back tomorrow, then add the image again.',
  ],
  'attachment.notFound': [404, 'This attachment does not exist, or it is not yours.'],
  'attachment.sent': [409, 'This attachment belongs to a question that was sent, and stays with it.'],
  'attachment.tooLarge': [413, 'The file is larger than 50 MB. Split it and attach the parts.'],
  'attachment.quota': [
    409,
    'Too many attachments wait to be sent: at most 200 and 1 GB. Send or remove some, then attach the file again.',
  ],
  'file.notFound': [404, 'This file does not exist, or you may not see it.'],
  'file.empty': [400, 'The file is empty. Choose one with content.'],
  'file.tooLarge': [413, 'The file is larger than 100 MB. Split it and upload the parts.'],
  'file.kind': [
    415,
    'Files of this kind cannot be read yet. Upload PDF, Word (.docx), text, Markdown or HTML.',
  ],
  'file.encrypted': [422, 'The file is protected by a password. Remove the password and upload it again.'],
  'file.scanned': [
    422,
    'The file holds pictures of pages and no text. Make it searchable with text recognition and upload it again.',
  ],
  'file.broken': [422, 'The file is damaged and could not be opened. Save it again and upload the new file.'],
  'file.unpacksTooLarge': [
    422,
    'The file unpacks to more than can be read safely. Split it and upload the parts.',
  ],
  'file.noText': [422, 'The file holds no text that could be read. Upload one with text.'],
  'file.tooHard': [422, 'Reading the file took too long or too much memory. Split it and upload the parts.'],
  'file.failed': [
    500,
    'The file could not be read. Upload it again; if it fails again, ask an administrator.',
  ],
  'file.interrupted': [400, 'The upload broke off. Nothing was stored; upload the file again.'],
  'brand.notFound': [404, 'This brand does not exist.'],
  'brand.keyTaken': [409, 'A brand with this key exists. Choose another key.'],
  'brand.nameTaken': [409, 'A brand of this name exists. Choose another name.'],
  'brand.hostTaken': [409, 'Another brand has this host name. Remove it there first, or choose another.'],
  'brand.inUse': [409, 'This brand is in use. Change what uses it first, then remove the brand.'],
  'brand.default': [409, 'The brand of the instance cannot be removed. Make another one the default first.'],
  'brand.fileNotFound': [404, 'This image does not exist.'],
  'brand.importFile': [
    400,
    'This file is not an exported brand. Choose a file that was saved with Export, unchanged.',
  ],
  'user.notFound': [404, 'This person does not exist, or you may not see them.'],
  'user.known': [409, 'This person has an account here already.'],
  'user.removed': [
    409,
    'A user with this username was deleted. It becomes available 30 days after the deletion. Until then, use another one.',
  ],
  'user.ownedByDirectory': [
    409,
    'This account belongs to your company directory. Change it there; it is taken over at the next sign-in.',
  ],
  'user.self': [409, 'You cannot disable or remove yourself. Ask another administrator.'],
  'user.beyondOwn': [
    403,
    'This person may do more than you. Ask somebody who has the rights that are named to change the account.',
  ],
  'user.disabled': [409, 'This account is disabled. Enable it first.'],
  'session.notFound': [404, 'This session does not exist, or it is not yours.'],
  'userRole.notFound': [404, 'This role does not exist, or you may not see it.'],
  'userRole.nameTaken': [409, 'A role of this name exists. Choose another name.'],
  'userRole.builtIn': [409, 'Built-in roles cannot be changed or removed. Make a role of your own from it.'],
  'userRole.inUse': [409, 'People or groups hold this role. Take it from them first, then remove it.'],
  'userRole.everyone': [409, 'Everybody who is signed in holds this role; it is not assigned.'],
  'userRole.lastAdministrator': [
    409,
    'One enabled person at least must be Administrator directly. Make somebody else Administrator first.',
  ],
  'access.beyondOwn': [
    403,
    'You can only give or take rights that you have yourself. Leave out those that are named, or ask somebody who has them.',
  ],
  'chatAccessPolicy.notFound': [404, 'This policy does not exist, or you may not see it.'],
  'chatAccessPolicy.nameTaken': [409, 'A policy of this name exists. Choose another name.'],
  'audit.notFound': [404, 'This entry of the audit log does not exist.'],
  'audit.kind': [409, 'Objects of this kind are not restored from here. Change it on its own page.'],
  'audit.nothingDone': [409, 'Nothing was changed by this attempt, so there is nothing to take back.'],
  'audit.nothingBefore': [409, 'There was nothing before this change. Remove the object on its own page.'],
  'audit.removed': [409, 'The object was removed, and one of its kind cannot be made again from here.'],
  'audit.sameState': [409, 'The object is as it was before this change already.'],
  'usage.limit': [
    429,
    'You have used what you may of this agent for now. Wait until the day or month has ended, or ask an administrator.',
  ],
  'usage.agentLimit': [
    429,
    'This agent has been used as much as it may be for now, by you or by everybody. Wait until the day or month has ended, or ask an administrator.',
  ],
  'usage.instanceLimit': [
    429,
    'This installation has been used as much as it may be for now, by you or by everybody. Wait until the day or month has ended, or ask an administrator.',
  ],
  'usage.unpriced': [
    409,
    'What you may use of this agent is limited in money, and the price of its deployment is not set. Ask an administrator to set it in the instance settings, under Deployments.',
  ],
  'image.tooLarge': [
    413,
    'The image is larger than 5 MB or 40 megapixels. Make it smaller and upload it again.',
  ],
  'image.kind': [415, 'This is not an image that can be read. Upload PNG, JPEG, WebP, GIF, AVIF or SVG.'],
  'image.broken': [422, 'The image is damaged. Save it again and upload the new file.'],
  'image.tooHard': [
    422,
    'Drawing this SVG took too long or too much memory. Export it as PNG and upload that.',
  ],
  'image.busy': [503, 'Other images are being read. Try again in a moment.'],
  'instanceSettings.off': [
    403,
    'The instance settings are switched off. Somebody who may change them can switch on ShowInstanceSettingsPage.',
  ],
  'apiKey.none': [409, 'There is no key yet. Set one first.'],
  'apiKey.fixed': [409, 'This key is set by the environment of the server. Change it there.'],
  'apiKey.needed': [400, 'Give the key again: the stored one belongs to another host.'],
  'apiKey.endpointNeeded': [400, 'Give the address of this provider.'],
  'apiKey.endpointInsecure': [
    400,
    'Give an https address: a key is sent in the clear only to hosts that EGRESS_ALLOW names.',
  ],
  'deployment.notFound': [404, 'This provider has no key yet, so that it has no deployments.'],
  'storage.full': [
    507,
    'The storage is full. Nothing was stored. Ask an administrator to make room, then try again.',
  ],
  'engine.notConfigured': [409, 'No provider is configured for this language engine. Ask an administrator.'],
  'engine.unreachable': [502, 'The language model could not be reached. Try again in a moment.'],
  'engine.key': [502, 'The language model refused the key. Ask an administrator to check it.'],
  'engine.deployment': [
    502,
    'The language model does not know this deployment. Ask an administrator to check it.',
  ],
  'engine.refused': [
    502,
    'The language model refused the request. Shorten the question or ask an administrator.',
  ],
  'engine.contextLength': [
    502,
    'The question with its sources is longer than the language model takes. Shorten it or begin a new conversation.',
  ],
  'engine.filtered': [
    502,
    "The provider's content filter stopped the question or its answer. Put the question differently.",
  ],
  'engine.credit': [
    502,
    'The account at the provider of the language model has no credit left. Ask an administrator to add some.',
  ],
  'engine.empty': [
    502,
    'The language model ended without an answer. Try again or put the question differently.',
  ],
  'engine.busy': [503, 'The language model is busy. Try again in a moment.'],
  'engine.failed': [502, 'The language model failed. Try again.'],
  'engine.malformed': [502, 'The language model sent an answer that could not be read. Try again.'],
  'engine.broken': [502, 'The connection to the language model broke off. What came is kept; try again.'],
  'engine.firstTokenTimeout': [504, 'The language model did not begin to answer in time. Try again.'],
  'engine.silence': [504, 'The language model fell silent. What came is kept; try again.'],
  'egress.refused': [400, 'This address may not be contacted. Ask an administrator to allow its host.'],
  'run.interrupted': [500, 'The answer was interrupted because the server stopped. Try again.'],
  'server.starting': [503, 'Application is initializing, please wait...'],
  'server.draining': [503, 'The server is restarting. Try again in a moment.'],
  'server.database': [503, 'The database cannot be reached. Try again in a moment.'],
  'server.failed': [
    500,
    'Something went wrong. Try again; if it stays, give the request id to an administrator.',
  ],
} as const satisfies Record<string, readonly [status: number, text: string]>

export type ErrorCode = keyof typeof errors

/** What the browser says of a call that got no answer it could use: there is no status then. */
export const transportErrors = {
  FETCH_ERROR: 'The server could not be reached. Check your connection and try again.',
  TIMEOUT_ERROR: 'The server did not answer in time. Try again.',
  PARSING_ERROR: 'The answer of the server could not be read. Reload the page and try again.',
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
  /** With `request.stale`: the object as it is now. */
  current?: unknown
}
