"""Shows the dashboards in a Superset of one's own: a SQLite file for its own data, one user, this machine alone.

It runs in Superset's environment (`make superset`), brings its data up to date, imports the ZIP that assets.py has written,
says where to look and as whom, and serves until it is stopped. A Superset that is there already needs none of this: see
models/docs/bi_tools.md.
"""

from __future__ import annotations

import argparse
import os
import secrets
import zipfile
from pathlib import Path

HERE = Path(__file__).parent


def kept_secret(file: Path) -> str:
    """A secret that is made once and that only its owner may read."""
    if not file.exists():
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as new:
            new.write(secrets.token_urlsafe(32))
    return file.read_text(encoding="utf-8")


def configuration(home: Path) -> Path:
    """Superset's settings: where its own data is, and its key."""
    file = home / "superset_config.py"
    file.write_text(
        "from pathlib import Path\n"
        f"SECRET_KEY = Path({str(home / 'key')!r}).read_text()\n"
        f"SQLALCHEMY_DATABASE_URI = 'sqlite:///{home / 'superset.db'}'\n"
        "RATELIMIT_STORAGE_URI = 'memory://'\n"
        "LOG_LEVEL = 'WARNING'\n",
        encoding="utf-8",
    )
    kept_secret(home / "key")
    return file


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("--assets", type=Path, default=HERE / "dist" / "go_ratings.zip")
    arguments.add_argument(
        "--home", type=Path, default=HERE / "dist" / "home", help="where Superset keeps its own data"
    )
    arguments.add_argument("--port", type=int, default=8088)
    given = arguments.parse_args()
    home = given.home.absolute()
    home.mkdir(parents=True, exist_ok=True)
    os.environ["SUPERSET_HOME"] = str(home)
    os.environ["SUPERSET_CONFIG_PATH"] = str(configuration(home))

    # Superset reads its settings while it is imported.
    from flask_migrate import upgrade
    from superset.app import create_app

    app = create_app()
    with app.app_context():
        from superset.commands.importers.v1.assets import ImportAssetsCommand
        from superset.commands.importers.v1.utils import get_contents_from_bundle
        from superset.extensions import appbuilder
        from superset.utils.core import override_user

        upgrade()
        appbuilder.add_permissions(update_perms=True)
        users = appbuilder.sm
        users.sync_role_definitions()
        password = kept_secret(home / "password")
        user = users.find_user("admin") or users.add_user(
            "admin", "Go", "ratings", "admin@localhost", users.find_role("Admin"), password=password
        )
        with zipfile.ZipFile(given.assets) as bundle, override_user(user):
            contents = get_contents_from_bundle(bundle)
            # Imported as assets, the datasets are replaced as well; as dashboards those that are there stay as they are.
            contents["metadata.yaml"] = contents["metadata.yaml"].replace("Dashboard", "assets")
            ImportAssetsCommand(contents).run()
    print(f"http://127.0.0.1:{given.port}/dashboard/list/ (user admin, password {password})", flush=True)
    app.run(host="127.0.0.1", port=given.port, threaded=True)


if __name__ == "__main__":
    main()
