import { route } from "../plant-route.mjs";

export const action = ({ request }) => route(request);
