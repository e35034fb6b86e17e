export const DEFAULT_PATH = '/chat'
export const LOGIN_PATH = '/auth/jwt/login'
