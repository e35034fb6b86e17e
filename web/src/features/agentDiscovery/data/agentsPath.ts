/** Where all agents are found. */
export const agentsPath = '/chat/agents'
