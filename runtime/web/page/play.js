// The page: a gallery of games, or, where the address names one, a match. All texts are set as text, never as markup.

import { match } from "./asking.js";
import { showGallery } from "./gallery.js";
import { Table } from "./match.js";

if (match) new Table().begin();
else showGallery();
addEventListener("hashchange", () => location.reload());
