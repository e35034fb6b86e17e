/** Path of the page with all agents. */
export const agentsPath = '/chat/agents'
