import { type Translate, texts } from '../../../lang/texts.ts'

const en = {
  newTitle: 'New agent from a template',
  newText: 'A template sets how the agent answers. You can change everything later.',
  template: 'Template',
  name: 'Name',
  nameHint: 'People see this name when they choose an agent.',
  nameRequired: 'Enter a name',
  nameTooLong: 'Use {{max}} characters or fewer',
  library: 'File library',
  libraryHint: 'The agent answers from the files in this library. You can link more libraries later.',
  libraryNone: 'None',
  getsEveryone:
    'Once published, everyone who is signed in can chat with this agent. The policy {{policy}} grants access to all agents.',
  getsSome:
    'Once published, people covered by these policies can chat with this agent, because they include all agents: {{policies}}.',
  getsNobody: 'Once published, no one can chat with this agent until a chat access policy includes it.',
  getsCovered:
    'Once published, everyone whose chat access policy includes all agents can chat with this agent.',
  extracts:
    'No default deployment is set. Until you choose a deployment, this agent quotes documents and can’t write its own answers.',
  create: 'Create and publish',
  created: '{{name}} published',
  'documents.name': 'Document expert',
  'documents.about': 'Answers only from your files and cites its sources.',
  'documents.description': 'Answers questions about our documents and cites the sources.',
  'documents.introduction': 'Ask me about our documents. I quote the passages that my answers are based on.',
  'documents.systemPrompt':
    'You answer questions only from the documents that the search returns. Search before you answer. Cite every passage that supports a statement. If the documents don’t answer the question, say so plainly, and mention the closest information that they do contain. Answer in the language of the question. Be brief: give the answer first, then the details.',
  'documents.starter1': 'What topics do our documents cover?',
  'documents.starter2': 'Summarize the most important rules.',
  'documents.starter3': 'Which documents contradict each other?',
  'general.name': 'General assistant',
  'general.about': 'Explains, compares, plans, and calculates for everyday questions.',
  'general.description': 'Helps with everyday questions and tasks.',
  'general.introduction': 'What can I help you with? I can explain, compare, plan, and summarize.',
  'general.systemPrompt':
    'You are a helpful assistant for the people in this organization. Answer in the language of the question. Give the answer first, then the reasons, as briefly as the question allows. Use lists and tables when they make something clearer. If you aren’t sure, say so, and say how to check it. If a question could mean several things, ask what is meant.',
  'general.starter1': 'Explain something to me in simple terms.',
  'general.starter2': 'Compare two options for me.',
  'general.starter3': 'Help me plan my week.',
  'writer.name': 'Writer',
  'writer.about': 'Drafts, shortens, translates, and corrects text.',
  'writer.description': 'Drafts and improves text.',
  'writer.introduction': 'Paste a text, or tell me what to write, who it’s for, and how long it should be.',
  'writer.systemPrompt':
    'You write and revise texts for the people in this organization. Write in the language of the request unless another language is asked for. Keep names, figures, and facts exactly as they are given, and don’t invent any. If something is missing, leave a gap in square brackets. Prefer plain words and short sentences. When you revise a text, give the revised text first, then list your changes in a few words.',
  'writer.starter1': 'Write a reply to this email.',
  'writer.starter2': 'Make this text half as long.',
  'writer.starter3': 'Correct the spelling and style.',
}

export const agentsTexts = texts('agents', en, { ar: () => import('./ar.ts') })
export type AgentsText = Translate<typeof en>
