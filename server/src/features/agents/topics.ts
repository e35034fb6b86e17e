/** The topics of notifications about an agent, which are withdrawn with it. */
export const sharedTopic = (gptSystemId: string): string => `shared ${gptSystemId}`
export const transferredTopic = (gptSystemId: string): string => `transferred ${gptSystemId}`
